"""Makes the pictures of the documents: the film of the first page, the four tables, the pages."""
