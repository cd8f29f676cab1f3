/**
 * What a document is, by the last word of its name or title that says so: "Lease memo" is a memo, "Waiver letter" a letter. The words
 * after "on" or "regarding" say what it is about: "Policy on invoices" is a policy. If neither says it, its folder does: "Policies".
 */
import { lastKind } from '../../protocol/documentKinds.ts';
import type { DocumentKind } from '../../protocol/overview.ts';
import { formatOf } from '../documents/formats.ts';

export function documentKind(document: {
  readonly fileName: string;
  /** The name of its folder; empty at the top of what is listed. */
  readonly folderName: string;
  readonly title: string;
  readonly isAuthority: boolean;
}): DocumentKind {
  if (document.isAuthority) return 'law';
  const format = formatOf(document.fileName);
  if (format === 'eml' || format === 'msg') return 'mail';
  if (format === 'code' || format === 'data') return 'code';
  const named = kindIn(document.fileName.replace(/\.[^.]+$/, '').replace(/_/g, ' ')) ?? kindIn(document.title);
  if (named !== null) return named;
  return format === 'csv' || format === 'excel' ? 'table' : (lastKind(document.folderName) ?? 'other');
}

const ABOUT = /[\s-](?:on|re|regarding|about|for|to|zu[mr]?|über|wegen|betreffend)[\s-]/iu;

function kindIn(text: string): DocumentKind | null {
  const [before = ''] = text.split(ABOUT, 1);
  return lastKind(before) ?? lastKind(text);
}
