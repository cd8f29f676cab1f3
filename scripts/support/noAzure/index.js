// vsce loads this module when it starts, and uses it only to publish with Azure credentials.
