"""What a camera sees."""

from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.views import ShownPicture


class CameraPicture(Widget):
    """Shows a ShownPicture."""

    texture = ObjectProperty(None, allownone=True)

    def show(self, picture: ShownPicture) -> None:
        self.texture = filled(self.texture, picture)
        self.canvas.ask_update()


class CameraButton(ButtonBehavior, CameraPicture):
    """A camera's picture to be pressed."""

    name = StringProperty("")


def filled(texture: Texture | None, picture: ShownPicture) -> Texture:
    """Return a texture of a picture: the one given where it has the size, for making one takes longer than filling
    it."""
    if texture is None or texture.size != (picture.width, picture.height):
        texture = Texture.create(size=(picture.width, picture.height), colorfmt="rgb")
        texture.flip_vertical()
    texture.blit_buffer(picture.pixels, colorfmt="rgb", bufferfmt="ubyte")
    return texture
