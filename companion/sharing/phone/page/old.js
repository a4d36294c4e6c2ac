// Words alone.
