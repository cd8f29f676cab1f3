/** Whether a key can stand in a header: printable ASCII without blanks. Anything else would be named in a stack's error text. */
export function isUsableKey(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}
