/** A section, with the paragraphs that its document is about, at the beginning of a title: `§ 168(k)`, `Reg. § 1.263(a)-1`. */
const SECTION =
  /^\s*((?:(?:\d{1,3}|[A-Z][\w.]{0,9}\.|CFR|USC|IRC) ){0,3}§ ?\d\S{0,40}?)((?:\(\w{1,5}\)){0,8})(?=[.,:]?(?:\s|$))/;

/** `§ 179(b)(1). Election to expense`: the title with the pinpoint `(b)(1)` behind its section. Null if the title begins with no section that has it. */
export function pinnedTitle(title: string, pinpoint: string): string | null {
  const [start, section = '', own = ''] = SECTION.exec(title) ?? [];
  if (start === undefined || pinpoint === '' || !pinpoint.startsWith(own)) return null;
  return section + pinpoint + title.slice(start.length);
}
