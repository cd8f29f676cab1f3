/** The pieces of text on a page, with their places in points from the upper left corner of the visible page. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { withoutPrivate } from '../symbols.ts';
import { loadPdfjs } from './pdfjs.ts';

export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly font: string;
  /** A blank was shown before it. */
  readonly blankBefore: boolean;
  readonly rightToLeft: boolean;
  /** Its number among the text items of the page, from 0. Null for the value of a form field. */
  readonly item: number | null;
}

export interface PagePieces {
  readonly width: number;
  readonly height: number;
  /** One list per direction of writing, the most frequent one first, each turned so that its lines are level. */
  readonly directions: readonly (readonly Piece[])[];
}

/** Pieces of a page that are used. A page of a dense table has 10,000. */
const MAX_PIECES = 60_000;
/** Degrees by which a scan may be skewed and still count as level. */
const SKEW = 4;

interface Raw {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly angle: number;
  readonly font: string;
  readonly blankBefore: boolean;
  readonly rightToLeft: boolean;
  readonly item: number;
}

export async function readPieces(page: PDFPageProxy): Promise<PagePieces> {
  // Scale 1 respects the crop box and turns the page as a viewer shows it.
  const viewport = page.getViewport({ scale: 1 });
  const { Util } = await loadPdfjs();
  const content = await page.getTextContent();
  const raw: Raw[] = [];
  let blankBefore = false;
  let number = -1;
  for (const item of content.items) {
    if (!('str' in item)) continue;
    number += 1;
    if (raw.length >= MAX_PIECES) continue;
    const text = clean(item.str);
    if (text.trim() === '') {
      blankBefore ||= text !== '';
      continue;
    }
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Util.transform(viewport.transform, item.transform);
    const vertical = content.styles[item.fontName]?.vertical === true;
    raw.push({
      text,
      x: e,
      y: f,
      width: vertical ? Math.hypot(c, d) : item.width * viewport.scale,
      size: Math.hypot(c, d) || item.height,
      angle: toDegrees(a, b),
      font: item.fontName,
      blankBefore,
      rightToLeft: item.dir === 'rtl',
      item: number,
    });
    blankBefore = false;
  }
  const { width, height } = viewport;
  const inside = raw.filter((piece) => isInside(piece, width, height));
  return { width, height, directions: byDirection(inside) };
}

/**
 * Ligatures become letters, symbols and odd blanks plain ones; characters that show nothing are dropped, except soft hyphens, which show at
 * the end of a line, and joiners, which some scripts need.
 */
function clean(text: string): string {
  return (
    withoutPrivate(text)
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'))
      // Fonts of older TeX programs say that their ligature of two f is an arrow.
      .replace(/(?<=\p{L})\u21b5(?=-?\p{L})/gu, 'ff')
      .replace(/[\u00a0\u2000-\u200a\u202f\u3000\t\n\r]/g, ' ')
      .replace(/[\u0000-\u001f\u007f\u200b\u200e\u200f\u2060\ufeff]/g, '')
  );
}

/** A piece counts when its middle is on the visible page. */
function isInside({ x, y, width, angle }: Raw, pageWidth: number, pageHeight: number): boolean {
  const middleX = x + (Math.cos((angle * Math.PI) / 180) * width) / 2;
  const middleY = y + (Math.sin((angle * Math.PI) / 180) * width) / 2;
  return middleX >= -1 && middleX <= pageWidth + 1 && middleY >= -1 && middleY <= pageHeight + 1;
}

function byDirection(raw: readonly Raw[]): Piece[][] {
  const groups = new Map<number, { pieces: Piece[]; characters: number }>();
  const seen = new Set<string>();
  for (const item of raw) {
    const level = Math.abs(item.angle) <= SKEW ? 0 : item.angle;
    const group = groups.get(level) ?? { pieces: [], characters: 0 };
    groups.set(level, group);
    const turn = (-level * Math.PI) / 180;
    const left = item.x * Math.cos(turn) - item.y * Math.sin(turn);
    const y = item.x * Math.sin(turn) + item.y * Math.cos(turn);
    // Bold type is sometimes made by showing the same words twice, a fraction of a point apart.
    const step = Math.max(1, item.size * 0.2);
    const key = `${level} ${Math.round(left / step)} ${Math.round(y / step)} ${item.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    group.characters += item.text.length;
    const { angle: _, x: __, width, ...piece } = item;
    group.pieces.push({ ...piece, left, right: left + width, y });
  }
  return [...groups.values()].sort((one, other) => other.characters - one.characters).map(({ pieces }) => pieces);
}

function toDegrees(a: number, b: number): number {
  return Math.round((Math.atan2(b, a) * 180) / Math.PI);
}
