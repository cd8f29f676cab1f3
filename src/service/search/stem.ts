/** Porter's stemmer (1980), as SQLite's `porter` tokenizer applies it, so that words here and terms of the index compare equal. */

const C = '[^aeiou]';
const V = '[aeiouy]';
const CC = `${C}[^aeiouy]*`;
const VV = `${V}[aeiou]*`;
const MEASURE_0 = new RegExp(`^(?:${CC})?${VV}${CC}`);
const MEASURE_EQ_1 = new RegExp(`^(?:${CC})?${VV}${CC}(?:${VV})?$`);
const MEASURE_1 = new RegExp(`^(?:${CC})?${VV}${CC}${VV}${CC}`);
const HAS_VOWEL = new RegExp(`^(?:${CC})?${V}`);
const CVC = new RegExp(`^${CC}${V}[^aeiouwxy]$`);

const STEP_2: readonly [string, string][] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
const STEP_3: readonly [string, string][] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const STEP_4 = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
  'ou',
];

/** Expects a lower-case word. */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let w = word;
  if (w.startsWith('y')) w = `Y${w.slice(1)}`;
  if (/(ss|i)es$/.test(w)) w = w.slice(0, -2);
  else if (/[^s]s$/.test(w)) w = w.slice(0, -1);
  w = pastAndGerund(w);
  if (w.endsWith('y') && HAS_VOWEL.test(w.slice(0, -1))) w = `${w.slice(0, -1)}i`;
  w = replace(w, STEP_2);
  w = replace(w, STEP_3);
  w = stripLast(w);
  if (w.endsWith('e')) {
    const base = w.slice(0, -1);
    if (MEASURE_1.test(base) || (MEASURE_EQ_1.test(base) && !CVC.test(base))) w = base;
  }
  if (w.endsWith('ll') && MEASURE_1.test(w.slice(0, -1))) w = w.slice(0, -1);
  return w.toLowerCase();
}

function pastAndGerund(w: string): string {
  if (w.endsWith('eed')) return MEASURE_0.test(w.slice(0, -3)) ? w.slice(0, -1) : w;
  const base = w.endsWith('ed') ? w.slice(0, -2) : w.endsWith('ing') ? w.slice(0, -3) : null;
  if (base === null || !HAS_VOWEL.test(base)) return w;
  if (/(at|bl|iz)$/.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/.test(base)) return base.slice(0, -1);
  return CVC.test(base) ? `${base}e` : base;
}

function replace(w: string, endings: readonly (readonly [string, string])[]): string {
  for (const [from, to] of endings) {
    if (!w.endsWith(from)) continue;
    const base = w.slice(0, -from.length);
    return MEASURE_0.test(base) ? base + to : w;
  }
  return w;
}

function stripLast(w: string): string {
  for (const ending of STEP_4) {
    if (!w.endsWith(ending)) continue;
    const base = w.slice(0, -ending.length);
    if (ending === 'ion' && !/[st]$/.test(base)) return w;
    return MEASURE_1.test(base) ? base : w;
  }
  return w;
}
