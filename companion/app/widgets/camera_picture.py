"""What a camera sees."""

from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.app.views import ShownPicture


class CameraPicture(ButtonBehavior, Widget):
    """Shows a ShownPicture; `copy`, if given, is another such widget that shows the same."""

    texture = ObjectProperty(None, allownone=True)
    copy = ObjectProperty(None, allownone=True)

    def show(self, picture: ShownPicture) -> None:
        """Take over a picture. The texture is used again, for making one takes longer than filling it."""
        if self.texture is None or self.texture.size != (picture.width, picture.height):
            texture = Texture.create(size=(picture.width, picture.height), colorfmt="rgb")
            texture.flip_vertical()
            self.texture = texture
        self.texture.blit_buffer(picture.pixels, colorfmt="rgb", bufferfmt="ubyte")
        self.canvas.ask_update()
        if self.copy:
            self.copy.texture = self.texture
            self.copy.canvas.ask_update()
