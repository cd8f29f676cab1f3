/** Words that say nothing about what is asked. Question words and the people of a question ("my client") are among them. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again all also am an and any anyone anything are as at be because been before being below between both but by
can cannot can't could did do does doesn't doing don't done during each either else even ever every few for from further get gets getting give given gives go goes going got
had has hasn't have haven't having he her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its itself just know let like look
made make makes making many may maybe me mean means might mine more most much must my need needs no nor not now of off on once one only or other otherwise our ours out over own
per please put rather really regarding right same say says see she should shouldn't so some someone something still such take takes tell than that that's the their theirs them then
there there's these they they're thing things this those through to too two under until up upon us use used uses using very via want wants was wasn't way we we're were what what's when where
whether which while who who's whom whose why will with within without won't work works would wouldn't yes yet you you're your yours
client clients customer's guy guys folks person's question rule rules apply applies applied happen happens treat treated count counts allow allowed work's exactly actually anyway explain check find
ago already ask asked asks became become big bit bring brings came come comes good instead kind little lots nothing often okay ok possible quick quickly quite really since soon sort stuff supposed sure tell tells think together told try trying turn turned turns understand well wonder wondering worked able another back hi hello
authority missing selection text treatment against`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
