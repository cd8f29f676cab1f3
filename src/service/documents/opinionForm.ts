/** Tells the opinion of a court from other papers of a case, by its caption and by the words of a decision. */

/** Characters in which the caption stands. */
const CAPTION = 6000;

const COURT =
  /\b(?:supreme court|courts? of (?:criminal )?appeals?|district court|circuit court|tax court|court of (?:federal )?claims|appellate division|bankruptcy court|high court|court of justice)\b|(?:Bundes|Ober|Land|Finanz)\p{L}*(?:gericht|hof)(?:s|es)?\b|\b(?:FG|OLG|LG) \p{Lu}|\b(?:BFH|BGH|BVerfG|BVerwG|EuGH)\b/iu;
const PARTIES =
  /\b(?:plaintiffs?|defendants?|petitioners?|respondents?|appellants?|appellees?|relators?)\b|\bv(?:s|ersus)?\.\s|\b(?:in re|in the matter of|ex parte|matter of)\b|\b(?:Kläger|Beklagte|Revision)\p{L}*/giu;
/** Words of a decision. Papers that ask for one have few of them. */
const DECISION =
  /\b(?:we|this court|the court) (?:affirm|reverse|remand|vacate|hold|conclude|disagree|agree|granted certiorari|review|dismiss|decline)\b|\b(?:is|are|was) (?:hereby )?(?:affirmed|reversed|remanded|vacated)\b|\b(?:AFFIRMED|REVERSED|REMANDED|WE CONCUR|IT IS SO ORDERED|PER CURIAM)\b|\b(?:delivered|filed) the opinion\b|\bopinion of the court\b|\b(?:concurring|dissenting)\b|\b(?:wird|werden) (?:[\p{L}]{1,20} ){0,4}(?:aufgehoben|zurückgewiesen|abgewiesen|stattgegeben)\b|\b(?:Entscheidungsgründe|Tatbestand|Leits(?:atz|ätze)|Tenor)\b/giu;
/** How many of these words an opinion has. */
const MIN_PARTIES = 3;
const MIN_DECISION = 3;
const MAX_READ = 200_000;

export function hasOpinionForm(text: string): boolean {
  const caption = text.slice(0, CAPTION);
  if (!COURT.test(caption) || (caption.match(PARTIES)?.length ?? 0) < MIN_PARTIES) return false;
  return (text.slice(0, MAX_READ).match(DECISION)?.length ?? 0) >= MIN_DECISION;
}
