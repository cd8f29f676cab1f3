/**
 * Words that say what is to be done with a selected text, not what it is about ("Check this text against the rules that
 * apply"). A question about a selection is searched without them: else they would find the documents that speak of rules,
 * texts and results. Without a selection they count like all others.
 */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  `answer apply applies applicable applied asked ask asks against authority authorities check checked cite clear conclusion
  condition conditions correct cover covers describe described disclosures doubtful each elections explain explained fact facts
  find follow follows given give here holds how identify impact issue law laws limits list made mean means memo missing name
  need needed needs omitted order overview paragraph passage please point provision provisions read regarding regulation
  regulations relevant require required requires research result results review right rule rules say says section sections
  selected selection show speak state stated statement statements summarise summarize summary support supports tax taxed tell
  text topic topics treat treated treatment understand use used verify whole wrong write`
    .split(/\s+/)
    .filter(Boolean),
);
