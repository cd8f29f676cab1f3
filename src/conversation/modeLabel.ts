/** The names of research modes in documents. The chat shows the same names. */
const NAMES: Readonly<Record<string, string>> = {
  tax_research_fast_research: 'Fast research',
  tax_research_deep_research: 'Deep research',
  audit_research: 'Audit research',
  tax_research_normal: 'Normal',
  tax_research_web_search: 'Web search',
  auto: 'Auto',
};

export function modeLabel(mode: string): string {
  return Object.hasOwn(NAMES, mode) ? (NAMES[mode] ?? mode) : mode;
}
