/** Styles of a Word document -> levels of headings. */
import { attribute, readXml } from './xml.ts';

interface Style {
  name: string;
  basedOn: string;
  outline: number;
}

/** Style id -> level. The ids differ by language; the names, the outline level and the style it is based on do not. */
export async function readHeadingStyles(xml: string | null): Promise<Map<string, number>> {
  const styles = new Map<string, Style>();
  let current: Style | null = null;
  await readXml(xml, {
    open(element, attributes) {
      const value = attribute(attributes, 'val') ?? '';
      if (element === 'style') {
        current = { name: '', basedOn: '', outline: -1 };
        styles.set(attribute(attributes, 'styleId') ?? '', current);
      } else if (current !== null && element === 'name') current.name = value.toLowerCase();
      else if (current !== null && element === 'basedOn') current.basedOn = value;
      else if (current !== null && element === 'outlineLvl') current.outline = Number(value);
    },
    close(element) {
      if (element === 'style') current = null;
    },
  });
  const levels = new Map<string, number>([
    ['Title', 1],
    ...[1, 2, 3, 4, 5, 6].map((level): [string, number] => [`Heading${level}`, level]),
  ]);
  for (const id of styles.keys()) {
    const level = levelOf(id, styles);
    if (level > 0) levels.set(id, level);
  }
  return levels;
}

function levelOf(id: string, styles: ReadonlyMap<string, Style>): number {
  let style = styles.get(id);
  for (let step = 0; style && step < 10; step += 1) {
    const named = /^heading ([1-9])$/.exec(style.name)?.[1];
    if (named) return Math.min(6, Number(named));
    if (style.name === 'title') return 1;
    if (style.outline >= 0 && style.outline < 9) return Math.min(6, style.outline + 1);
    style = styles.get(style.basedOn);
  }
  return 0;
}
