/**
 * Whether the key sends. Enter that ends an IME word never does: `isComposing` says so, and where Safari and older
 * Chromium set it too late, `keyCode` 229 does.
 */
export function sends(event: KeyboardEvent, sendKey: 'enter' | 'ctrlEnter'): boolean {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return false;
  if (event.shiftKey || event.altKey) return false;
  return event.ctrlKey || event.metaKey || sendKey === 'enter';
}
