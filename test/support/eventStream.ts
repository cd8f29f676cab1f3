/**
 * The event stream of the HTML standard (9.2.6), sentence by sentence and for a whole text at once: what a parser must find.
 * Of the fields, those that a client of ours looks at.
 */
export function readEventStream(text: string): [data: string, event: string][] {
  const events: [string, string][] = [];
  let data = '';
  let event = '';
  // What stands behind the last line end is no line: "once the end of the file is reached, pending data must be discarded".
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  for (const line of lines.slice(0, -1)) {
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === '') {
      if (data !== '') events.push([data.slice(0, -1), event]);
      data = '';
      event = '';
    } else if (field === 'data') data += `${value}\n`;
    else if (field === 'event') event = value;
  }
  return events;
}
