/** The strings that all find bars share. */
export const findBarStrings = {
  previous: 'Previous match',
  next: 'Next match',
  close: 'Close find',
  count: '{0} of {1}',
  none: 'No results',
} as const;
