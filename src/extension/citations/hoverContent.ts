/** What the hover over a citation shows: the paragraph of the library, its document and date, and earlier answers. */
import type * as Vscode from 'vscode';
import { citationName } from '../../authority/citationName.ts';
import type { AuthorityCitation } from '../../authority/parseAuthorities.ts';
import { escapeHidden, shorten } from '../../conversation/display.ts';
import { literalLine, literalParagraphs } from '../../conversation/escape.ts';
import type { AuthorityPassage } from '../../protocol/worker.ts';
import type { CommandId } from '../common/contributions.ts';
import type { EarlierAnswer } from './earlierAnswers.ts';
import type { Found } from './lookups.ts';

/** The only commands that a link of the hover can run. */
const COMMANDS = [
  'fiscal.openAuthority',
  'fiscal.askAuthority',
  'fiscal.openConversation',
] as const satisfies CommandId[];

/** Characters of the paragraph that are shown. */
const MAX_SHOWN = 1200;
const MAX_TITLE = 160;

type Api = Pick<typeof Vscode, 'MarkdownString' | 'l10n' | 'env'>;

/** Empty if there is nothing to say. `found` is null without a library. */
export function hoverContent(
  { MarkdownString, l10n, env }: Api,
  citation: AuthorityCitation,
  found: Found | null,
  answers: readonly EarlierAnswer[],
): Vscode.MarkdownString[] {
  const parts: string[] = [];
  const name = citationName(citation);
  if (found?.passage) parts.push(passageText(found.passage, name, l10n));
  // Only the form of a number may make it a citation, so nothing is said of one that the library does not have.
  else if (found && (citation.explicit || answers.length > 0)) {
    parts.push(
      found.complete
        ? l10n.t('The library does not contain {0}.', literalLine(name))
        : l10n.t('The library is still being read. It does not contain {0} yet.', literalLine(name)),
    );
  }
  if (parts.length > 0) {
    const links = [link(l10n.t('Ask'), 'fiscal.askAuthority', name)];
    if (found?.passage) links.unshift(link(l10n.t('Open'), 'fiscal.openAuthority', name));
    parts.push(links.join(' · '));
  }
  if (answers.length > 0) {
    parts.push(
      [
        l10n.t('Earlier answers that rely on it:'),
        '',
        ...answers.map(({ question, conversation, askedAt, reliedOn }) => {
          const facts = [
            new Date(askedAt).toLocaleDateString(env.language),
            ...(reliedOn ? [l10n.t('relied on')] : []),
          ];
          return `- ${link(literalLine(shorten(question, 80)), 'fiscal.openConversation', conversation)} · ${facts.join(' · ')}`;
        }),
      ].join('\n'),
    );
  }
  if (parts.length === 0) return [];
  const content = new MarkdownString(parts.join('\n\n'));
  // No HTML is supported, and every word that is not ours is escaped.
  content.isTrusted = { enabledCommands: COMMANDS };
  return [content];
}

function passageText(passage: AuthorityPassage, name: string, l10n: Api['l10n']): string {
  const title = literalLine(shorten(passage.title, MAX_TITLE));
  const facts = [title, ...(passage.date === null ? [] : [literalLine(passage.date)])].join(' · ');
  if (passage.match === 'enclosing') {
    return [
      `**${literalLine(name)}**`,
      l10n.t('The library does not contain this paragraph. It contains the document: {0}', facts),
    ].join('\n\n');
  }
  const where = [...passage.headings.slice(1), passage.place].filter((part) => part !== '').join(' › ');
  const shown = shorten(passage.text, MAX_SHOWN);
  const quoted = literalParagraphs(escapeHidden(shown)).map((paragraph) => `> ${paragraph}`);
  return [
    `**${literalLine(name)}** · ${facts}`,
    ...(where === '' ? [] : [`*${literalLine(shorten(where, MAX_TITLE))}*`]),
    quoted.join('\n>\n'),
  ].join('\n\n');
}

function link(label: string, command: (typeof COMMANDS)[number], argument: string): string {
  // A parenthesis would end the address.
  const query = encodeURIComponent(JSON.stringify([argument])).replace(
    /[()']/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `[${label}](command:${command}?${query})`;
}
