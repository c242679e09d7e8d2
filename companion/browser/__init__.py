"""The browser edition: the web pages over a log that the browser stores, without a server or a network."""
