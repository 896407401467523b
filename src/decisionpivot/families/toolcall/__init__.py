"""What ``toolcall_valid`` is made of: tables of tools and phrases, the draft of a case, pieces."""
