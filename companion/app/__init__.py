"""The tablet app: the only room that knows Kivy. It talks to the play and shows what comes of it."""
