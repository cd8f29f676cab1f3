/** Answers of any length, the same ones each time: headings, paragraphs, lists, tables, code and citations as research has them. */

const words =
  'the deduction basis of property under section taxpayer may elect to treat as expense which is not chargeable account year placed in service limitation partnership shareholder amount adjusted income recovery period applies unless method accounting lease revenue recognised standard requires entity contract'.split(
    ' ',
  );

/** The next number of a fixed sequence, 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** What the page keeps on one line. */
const kept = ['§ 179(b)(1)', 'ASC 842-20-25-1', 'December 31, 2024', 'AU-C 240.12', '$1,160,000'];

function sentence(next: () => number, length: number): string {
  const picked = Array.from({ length }, () => words[Math.floor(next() * words.length)] ?? '');
  const at = Math.floor(next() * length);
  picked[at] = `**${picked[at]}**`;
  if (next() < 0.3) picked[Math.floor(next() * length)] = '`§ 179(b)`';
  if (next() < 0.3) picked[Math.floor(next() * length)] = kept[Math.floor(next() * kept.length)] ?? '';
  const text = picked.join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} [${1 + Math.floor(next() * 12)}].`;
}

function block(next: () => number): string {
  const kind = next();
  if (kind < 0.08) return `## ${sentence(next, 5)}\n\n`;
  if (kind < 0.25) return `${Array.from({ length: 5 }, () => `- ${sentence(next, 10)}\n`).join('')}\n`;
  if (kind < 0.32) {
    const rows = Array.from(
      { length: 6 },
      (_, i) => `| ${2020 + i} | $${i + 1},000,000 | ${sentence(next, 4)} |\n`,
    ).join('');
    return `| Year | Limit | Note |\n|---|---:|---|\n${rows}\n`;
  }
  if (kind < 0.38) return `\`\`\`text\n${Array.from({ length: 6 }, () => `${sentence(next, 7)}\n`).join('')}\`\`\`\n\n`;
  if (kind < 0.42) return `> ${sentence(next, 18)}\n\n`;
  return `${Array.from({ length: 4 }, () => sentence(next, 14)).join(' ')}\n\n`;
}

export function answerText(length: number, seed = 1): string {
  const next = sequence(seed);
  let text = '';
  while (text.length < length) text += block(next);
  return text.slice(0, length);
}

export type OpenBlock = 'code' | 'table' | 'list';

/** One block that has not ended. */
export function openBlock(kind: OpenBlock, length: number): string {
  const next = sequence(7);
  let text = kind === 'code' ? '```text\n' : kind === 'table' ? '| a | b | c |\n|---|---|---|\n' : '';
  while (text.length < length) {
    if (kind === 'code') text += `${sentence(next, 8)}\n`;
    else if (kind === 'table') text += `| ${sentence(next, 3)} | ${sentence(next, 3)} | $1,000 |\n`;
    else text += `- ${sentence(next, 9)}\n`;
  }
  return text.slice(0, text.lastIndexOf('\n', length) + 1);
}
