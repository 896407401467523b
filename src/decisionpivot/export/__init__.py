"""The benchmark in the forms that other tools read."""
