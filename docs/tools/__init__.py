"""What makes the documentation: the site, and the pages that are written by the program itself."""
