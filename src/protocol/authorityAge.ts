/** Days after which an answer warns that the text of an authority is old, unless the user sets another number. */
export const DEFAULT_AUTHORITY_AGE = 365;
