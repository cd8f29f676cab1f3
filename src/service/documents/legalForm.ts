/** Tells the text of a law, standard or court opinion from what people write about it, by its words. Titles and folders do not count. */

/** Characters of a text that are read. */
const MAX_READ = 5_000;

/** Words with which a law names itself or its source. */
const SELF: readonly RegExp[] = [
  /\b(?:this|the present|of (?:the|that)) (?:act|section|subsection|title|subtitle|chapter|subchapter|subpart|division|code|regulations?|directive|convention|treaty|protocol|constitution|ordinance|standard|statement|topic|subtopic)\b/gi,
  /\b(?:this|of) part\b/gi,
  /\b(?:Pub\.? ?L\.|Public Law|Stat\.|U\.S\.C\.|C\.F\.R\.|CFR|\d+ FR \d|S\.C\. \d{4}|R\.S\.C?\.?,? |SOR\/|OJ [LC] ?\d|United States Code)/g,
  /\b(?:dieses (?:Gesetz(?:es|buchs?)?|Abkommens)|dieser (?:Verordnung|Vorschrift)|diese[rs]? (?:Absatz(?:es)?|Paragraph(?:en)?|Artikels?|Abschnitts?)|des [A-Z][a-zäöü]*gesetzes|R?GBl|BGBl|weggefallen|(?:[Nn]eugefasst|[Gg]eändert) durch (?:Bek|Art|§|G v))\b/g,
  /\b(?:la présente (?:loi|partie|directive|convention)|(?:le|du) présent (?:article|règlement|code|titre|chapitre))\b/gi,
];

/** Words with which rules are stated. */
const RULE: readonly RegExp[] = [
  /\b(?:for (?:the )?purposes? of|with respect to|subject to|notwithstanding|pursuant to|as defined in|in accordance with|within the meaning of|described in|except as (?:otherwise )?provided|shall)\b/gi,
  /\b(?:sub)?(?:section|paragraph|article|clause)s? \(?\d*[a-z]?\)?/gi,
  /\b(?:must|may|should) (?:be|not|apply|have|include|mean|elect|make|determine|prescribe|provide|disclose|recogni[sz]e|measure|assess|use|ensure|pay|file|obtain|perform|evaluate|consider|prepare)\b/gi,
  /\b(?:is|are) (?:hereby )?(?:imposed|allowed|treated as|deemed|not (?:deductible|allowed|treated)|required|exempt)\b/gi,
  /\b(?:an? (?:entity|lessee|lessor|taxpayer|person|corporation|partnership|individual|registrant|issuer|employer)|the (?:auditor|secretary|minister|commission|commissioner|member states?|administrator|director|governor in council))\b/gi,
  /\b(?:means|repealed|reserved|enacted|prescribed|thereof|therein|thereto|therefor|therefrom|hereunder|whenever|authorized)\b/gi,
  /\b(?:(?:Absatz(?:es)?|Abs\.|Sätzen?|Satz(?:es)?|Nummer|Nr\.|Artikels?|Anhang) \d|im Sinne (?:des|der|von)|gilt|gelten|anzuwenden|vorbehaltlich|Mitgliedstaat|Steuerpflichtige|unberührt|verpflichtet\b)/g,
  /\b(?:l[’'](?:article|alinéa) \d|alinéas? \(|paragraphes? \(?\d|au sens d[eu]|sous réserve|abrogée?s?|le ministre|aux fins)\b/gi,
  /§{1,2}\s?\d/g,
  // Labels of subsections.
  /^[ \t#*>]*\((?:\d{1,2}[a-z]?|[a-zA-Z]|[ivx]{2,4})\)/gm,
];

/** Words with which people write to each other, agree with each other or keep papers. */
const PERSONAL: readonly RegExp[] = [
  /\b(?:[Ww]e|[Oo]ur|ours|us|[Mm]y|[Pp]lease|[Tt]hanks|[Dd]ear|[Hh]i|[Rr]egards|[Ss]incerely)\b/g,
  /\bI(?:[’'](?:m|ve|ll|d)| (?:am|have|had|will|would|was|did|do|can|could|think|need|told|asked|spoke|talked|met|agree|believe|assume|suggest|recommend|checked|reviewed|read|saw|sent|want|hope|discussed))\b/g,
  /\b(?:[Ww]ir|[Uu]nser(?:e[mnrs]?)?|uns|[Ii]ch|[Mm]eine[mnrs]?|[Bb]itte|[Dd]anke|[Ss]ehr geehrte|[Nn]ous|[Nn]otre|nos|[Mm]erci)\b/g,
  /\b(?:this|present) (?:agreement|contract|lease|policy|memo(?:randum)?|letter|engagement|workpaper|handbook|manual|meeting|plan|report|paper|guide|invoice)\b/gi,
  /\b(?:the|our) (?:client|engagement|partner in charge)\b/gi,
  /\bdiese[mnrs]? (?:[A-Za-zäöü]*[Vv]ertrag|Vermerk|Rechnung|Vereinbarung)/g,
  /\b(?:nachfolgend|by and between|in witness whereof)\b/gi,
  /\b\d{1,2}:\d{2}\b|\S@\S{1,60}\.\S/g,
];

/** The lines with which memos, letters and workpapers begin. */
const HEADER_LINE =
  /^[ \t>*#|_-]{0,6}(?:to|from|cc|re|subject|prepared(?: by)?|reviewed(?: by)?|client|memo(?:randum)?(?: to)?|an|von|betreff|mandant|bearbeiter|objet)\b\**[ \t]{0,3}:/gim;
/** The parties of a contract, at its beginning. */
const PARTIES =
  /\b(?:between|zwischen|entre)\s[^.]{3,300}?(?:\((?:the )?["“„'][\p{L} ]{2,30}["”“']\)|nachfolgend|hereinafter|\([A-Z][a-zäöü]{3,20}\))/iu;

/** How many legal words a personal word, and a header line or the parties of a contract, outweigh. */
const PERSONAL_WEIGHT = 4;
const HEADER_WEIGHT = 12;
/** Words of a text for each personal word that does not count. */
const FREE = 100;

export interface LegalForm {
  readonly words: number;
  /** Words with which a law names itself or its source. */
  readonly self: number;
  readonly legal: number;
  /** What speaks against a law, in legal words. */
  readonly against: number;
}

export function legalForm(text: string): LegalForm {
  const read = text.slice(0, MAX_READ);
  const count = (patterns: readonly RegExp[]) =>
    patterns.reduce((sum, pattern) => sum + (read.match(pattern)?.length ?? 0), 0);
  const words = read.match(/\S+/g)?.length ?? 0;
  const headers = (read.slice(0, 2000).match(HEADER_LINE)?.length ?? 0) + (PARTIES.test(read.slice(0, 2000)) ? 1 : 0);
  const self = count(SELF);
  return {
    words,
    self,
    legal: self + count(RULE),
    against: PERSONAL_WEIGHT * Math.max(0, count(PERSONAL) - words / FREE / PERSONAL_WEIGHT) + HEADER_WEIGHT * headers,
  };
}

/** Words of a text for each legal word that it needs. */
const SPARSE = 60;

/** Whether a text has the form of law: its words for rules outweigh the others, and are not too few. */
export function hasLegalForm({ words, legal, against }: LegalForm): boolean {
  return legal - against > words / SPARSE;
}
