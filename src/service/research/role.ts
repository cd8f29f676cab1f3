/** The role of a quotation in an answer, by its wording. Quotations are shown in the order of these lists. */
import { lastHeading } from '../headings.ts';

export const TAX_ROLES = ['Rule', 'Exception', 'Limit', 'Definition', 'Effective date'] as const;
export const AUDIT_ROLES = ['Requirement', 'Guidance', 'Documentation'] as const;
export type Role = (typeof TAX_ROLES)[number] | (typeof AUDIT_ROLES)[number];

/** "Except as provided in subsection (g)," begins a general rule. */
const RESERVATION = /\bexcept as (?:otherwise )?(?:provided|described|set forth)\b[^,.]*,/gi;

/** "The wages (as defined in section 3121(a))" is no definition. */
const REFERENCE = /\bas (?:so )?defined (?:in|by|under|for)\b/gi;

/** Reads the last heading and the first words, because they state what a text is. */
export function roleOf(heading: string, text: string): (typeof TAX_ROLES)[number] {
  const start = `${lastHeading(heading)}\n${text.slice(0, 160)}`.replace(RESERVATION, '').replace(REFERENCE, '');
  if (/effective date|applicability date|transition/i.test(start)) return 'Effective date';
  if (/\bexceptions?\b|shall not apply|does not apply|except (?:as|that)|unless/i.test(start)) return 'Exception';
  if (/\blimit(?:s|ation|ations|ed)?\b|shall not exceed|dollar amount|threshold|phase-?out|ceiling/i.test(start))
    return 'Limit';
  if (
    /\bdefin(?:ed|itions?|es)\b|\bthe term\b|\bmeans\b|for purposes of this (?:section|subsection|paragraph)/i.test(
      start,
    )
  )
    return 'Definition';
  return 'Rule';
}

export function auditRoleOf(heading: string, text: string): (typeof AUDIT_ROLES)[number] {
  const all = `${heading}\n${text}`;
  if (/\bdocument(?:ed|ation|s)?\b|workpapers?|working papers?|retain|record the|sign-?off/i.test(all))
    return 'Documentation';
  if (/\b(?:shall|must|is required|are required|requires?|should)\b/i.test(all)) return 'Requirement';
  return 'Guidance';
}
