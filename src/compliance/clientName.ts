/** Which names of clients the identifier guard looks for. A common word as a name would change what is asked. */

/** Letters of the shortest name. Han, kana and Hangul write a name with fewer signs. */
const MIN_LETTERS = 3;
const COMMON = new Set(
  (
    'a an the this that these those it its he she they we you i me my your our their his her who whom whose which what when where why how ' +
    'and or but nor not no yes if unless until except only also than then so as at by for from in into of off on onto out over per to under ' +
    'up upon with within without about above after again against all any are be been before being below between both can cannot could did do ' +
    'does each either every few had has have is just less may might more most must neither never none nothing now once other same shall should ' +
    'some such there through too very was were will would year years month months day days date amount amounts number total limit rate rates ' +
    'client clients company corporation partnership trust estate person taxpayer inc llc llp ltd corp act code law section sections rule rules ' +
    'paragraph subsection regulation standard tax taxes income deduction deductions deductible expense expenses credit credits loss losses gain ' +
    'gains cost costs asset assets lease leases revenue audit property interest dividend dividends depreciation loan debt equity value ' +
    'der die das ein eine einer und oder aber nicht kein keine ohne mit von vom bei zum zur ist sind wird werden kann darf muss soll wenn falls'
  ).split(' '),
);

/** True for a name of fewer than three letters, for a number, and for a name of nothing but common words. */
export function isTooCommon(name: string): boolean {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const letters = name.match(/\p{L}/gu)?.length ?? 0;
  const least = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name) ? 2 : MIN_LETTERS;
  return letters < least || words.every((word) => COMMON.has(word) || /^\p{N}+$/u.test(word));
}
