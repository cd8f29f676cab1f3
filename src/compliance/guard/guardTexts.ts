/** The identifier guard over texts that leave together. */
import type { PrivacySettings } from '../privacySettings.ts';
import { findIdentifiers } from './identifiers.ts';
import { createPlaceholders } from './placeholders.ts';

/**
 * Texts for a language model that Fiscal does not control. Null if the guard does not allow them to be sent. The guard reads a text before
 * its hidden characters are escaped and before it is cut: both would hide an identifier.
 */
export function guardTexts(
  texts: readonly string[],
  { guard, clientNames }: Pick<PrivacySettings, 'guard' | 'clientNames'>,
): readonly string[] | null {
  if (guard === 'off' || texts.every((text) => findIdentifiers(text, clientNames).length === 0)) return texts;
  return guard === 'block' ? null : texts.map(createPlaceholders(texts, clientNames).replace);
}
