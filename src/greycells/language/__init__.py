"""Words: sentences as keys with arguments, in every language, and names in the forms that sentences need."""
