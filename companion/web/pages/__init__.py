"""The pages of the web interface: pure functions from a request and the state of a game to HTML.

Nothing here knows a server, a thread, a clock or a disk, so that a browser can run it as well.
"""
