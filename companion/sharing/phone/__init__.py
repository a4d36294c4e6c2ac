"""A phone as the camera: its browser opens a page of this machine's own and sends pictures. No app is needed."""
