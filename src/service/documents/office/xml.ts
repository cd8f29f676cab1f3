/** XML of Office files as a series of events, with a limit on how deep elements are nested. */
import { Parser } from 'htmlparser2';
import { t } from '../../translate.ts';
import { UnreadableDocument } from '../document.ts';

/** Elements inside each other. Word allows tables in tables in text boxes, which is less than 200. */
const MAX_DEPTH = 1000;

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  /** Names come without their namespace prefix, which every program chooses for itself. Those of attributes come with it. */
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Throws UnreadableDocument for elements that are nested too deep. */
export async function readXml(source: string | AsyncIterable<string> | null, handlers: XmlHandlers): Promise<void> {
  if (source === null) return;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new UnreadableDocument(t('Its parts are nested too deep, which no word processor does.'));
        handlers.open?.(localName(name), attributes);
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(name) {
        depth -= 1;
        handlers.close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  if (typeof source === 'string') parser.write(source);
  else for await (const piece of source) parser.write(piece);
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute, whatever its prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name];
  const key = Object.keys(attributes).find((other) => other.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}
