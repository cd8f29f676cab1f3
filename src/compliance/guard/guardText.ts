/** The identifier guard over a single text. */
import type { PrivacySettings } from '../privacySettings.ts';
import { findIdentifiers } from './identifiers.ts';
import { createPlaceholders } from './placeholders.ts';

/** A text for a language model that Fiscal does not control. Null if the guard does not allow it to be sent. */
export function guardText(
  text: string,
  { guard, clientNames }: Pick<PrivacySettings, 'guard' | 'clientNames'>,
): string | null {
  if (guard === 'off' || findIdentifiers(text, clientNames).length === 0) return text;
  return guard === 'block' ? null : createPlaceholders([text], clientNames).replace(text);
}
