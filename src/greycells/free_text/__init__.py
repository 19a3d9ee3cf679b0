"""What a person or a model means by a line: any case, any part of a name, small slips, in their language."""
