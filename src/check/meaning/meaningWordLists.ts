/** Words that turn the meaning of a sentence into its opposite, in English and German. All are in lower case and compared with whole words. */

const words = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'u');

/** Words that negate what follows them or, in German, what is before them. */
export const NEGATOR = words(
  String.raw`not|no|never|neither|nor|cannot|without|none|nothing|nobody|\p{L}+n't|nicht|nichts|kein(?:e[mnrs]?)?|nie|niemals|weder|ohne`,
);
/** Words that begin a condition and negate it: "A unless B" is "A if not B". */
export const EXCEPTING = words('unless|except|excepting|außer');
/** Words that deny without a negator. A clause with one of them has no certain sign. */
export const IMPLIED =
  /^(?:den(?:y|ies|ied|ial)|los(?:e|es|t|ing)|lack\p{L}*|fail\p{L}*|bar(?:s|red)?|free|outside|avoid\p{L}*|prevent\p{L}*|refus\p{L}*|disregard\p{L}*|ignor\p{L}*|only|solely|instead|rather|too|absent|absence|exempt\p{L}*|forfeit\p{L}*|waiv\p{L}*|beyond|hardly|alone|otherwise|subject|limited|nur|lediglich|allein|sonst|statt|anstatt|entf(?:ällt|allen)|fehl\p{L}*|verlier\p{L}*|verzicht\p{L}*|frei|unabhängig|ausnahme|ausgenommen|befreit|unterbleib\p{L}*|scheide\p{L}*|verwehrt|versagt|exception|exceptions|excepted|other)$/u;

/** Words between two clauses. */
export const CLAUSE_START = words(
  'if|unless|except|excepting|but|when|where|while|although|though|because|provided|whereas|until|wenn|falls|soweit|sofern|sobald|dass|weil|aber|jedoch|sondern|obwohl|solange|außer|and|und',
);
export const CONDITION = words('if|when|where|provided|unless|wenn|falls|soweit|sofern|vorausgesetzt|only|nur');

const pair = (one: string, other: string): readonly [RegExp, RegExp] => [words(one), words(other)];

/** Of each pair, one text has the first word and the other text the second. */
export const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  pair(
    'greater|larger|higher|greatest|largest|highest|maximum|höhere[nrs]?|größere[nrs]?|höchste[nrs]?|höher|größer',
    'lesser|smaller|lower|smallest|lowest|minimum|niedrigere[nrs]?|geringere[nrs]?|kleinere[nrs]?|niedriger|geringer|kleiner|niedrigste[nrs]?',
  ),
  pair('earlier|earliest|früher|frühere[nrs]?', 'later|latest|später|spätere[nrs]?'),
  pair('first|erste[nrs]?', 'last|letzte[nrs]?'),
  pair('before|preceding|prior|vor', 'after|following|nach'),
  pair(
    String.raw`increas\p{L}*|rais(?:e|es|ed|ing)|rises?|rose|grows?|grew|adds?|added|erhöh\p{L}*|steig\p{L}*|stieg\p{L}*|hinzugerechnet|zugerechnet`,
    String.raw`reduc\p{L}*|decreas\p{L}*|lower(?:ed|s|ing)|declin\p{L}*|shrink\p{L}*|fell|falls?|subtract\p{L}*|diminish\p{L}*|(?:ver)?minder(?:t|n|ung)|kürz\p{L}*|gekürzt|senk\p{L}*|gesenkt|gesunken|sinkt`,
  ),
  pair(
    'includ(?:e|es|ed|ing|ible)|inclusion|einbezogen|einzubeziehen|einbeziehen|einschließen',
    'exclud(?:e|es|ed|ing|able)|exclusion|ausgeschlossen|ausschließen|ausgenommen',
  ),
  pair(
    'allow(?:s|ed|able)?|permit(?:s|ted)?|permissible|deductible|zulässig|erlaubt|gestattet|abziehbar|abzugsfähig',
    String.raw`disallow\p{L}*|prohibit\p{L}*|forbid\p{L}*|forbidden|nondeductible|unzulässig|verboten|untersagt|nichtabziehbar`,
  ),
  pair('taxable|includible|steuerpflichtig\\p{L}*', 'exempt|nontaxable|tax-free|excludable|steuerfrei\\p{L}*'),
  pair('above|over|oberhalb|über', 'below|under|unterhalb|unter'),
  pair(
    'all|every|each|both|alle[nrs]?|jede[nrms]?|sämtliche[nrs]?|beide[nrs]?',
    'some|either|several|certain|one|einige[nrs]?|manche[nrs]?|mehrere[nr]?|einer|eine[nrs]?',
  ),
];

/** What a number is compared with: `1` for more, `-1` for less. The words before the number. */
export const BEFORE_VALUE: readonly (readonly [RegExp, 1 | -1])[] = [
  [
    /\b(?:at least|minimum (?:of|is)|a minimum|mindestens|wenigstens|not before|no earlier than|not earlier than|at or above|frühestens|ab|starting at)$/u,
    1,
  ],
  [
    /\b(?:at most|up to|maximum (?:of|is)|a maximum|höchstens|maximal|bis zu|bis|spätestens|no later than|not later than|at or below|not beyond|limited to|capped at|within|innerhalb|binnen|on or before|bis einschließlich|bis zum)$/u,
    -1,
  ],
  [/\b(?:more|greater|higher|larger|longer|mehr|höher|größer|länger|später|later) (?:than|als)$/u, 1],
  [/\b(?:less|fewer|lower|smaller|shorter|weniger|niedriger|geringer|kürzer|früher|earlier) (?:than|als)$/u, -1],
  [/\b(?:exceed\p{L}*|excess of|above|over|over the|beyond|surpass\p{L}*|über|oberhalb von)$/u, 1],
  [/\b(?:below|under|beneath|unter|unterhalb von|short of|unterschreit\p{L}*)$/u, -1],
];
/** The words after the number. */
export const AFTER_VALUE: readonly (readonly [RegExp, 1 | -1])[] = [
  [
    /^(?:\p{L}+ ){0,2}?(?:or (?:more|greater|above|longer|older|later)|und mehr|oder mehr|and (?:more|above|over)|at least|mindestens)\b/u,
    1,
  ],
  [
    /^(?:\p{L}+ ){0,2}?(?:or (?:less|fewer|below|under|younger|earlier)|oder weniger|und weniger|at most|höchstens)\b/u,
    -1,
  ],
  [/^(?:(?:\p{L}+ ){0,2}?)(?:nicht )?(?:übersteig\p{L}*|überschreit\p{L}*|überschritten|übertr\p{L}*)/u, 1],
  [/^(?:(?:\p{L}+ ){0,2}?)(?:nicht )?(?:unterschreit\p{L}*|unterschritten)/u, -1],
];

/** What has to be done. */
export const MUST = words('must|shall|muss|müssen|soll');
/** Phrases that are replaced before single words are read: those with another meaning than their words, and those that make a condition irrelevant. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  // "No, …" answers and does not negate what follows.
  [/^(?:no|nein)(?=[,.:;])/gu, 'nö'],
  [/\bno longer\b/gu, 'not'],
  [/\bnicht mehr\b(?! als)/gu, 'nicht'],
  [
    /\bwhether or not\b|\bregardless of whether\b|\bregardless of\b|\beven (?:if|when|where|though)\b|\birrespective of\b|\bauch (?:wenn|dann|soweit)\b|\bunabhängig davon\b|\bselbst wenn\b|\bungeachtet\b/gu,
    'anyhow',
  ],
];

/** Words for how often something happens, by the period that they name. */
export const PERIOD_WORDS: readonly (readonly [string, RegExp])[] = [
  ['day', words('day|daily|tag|täglich|tages')],
  ['week', words('week|weekly|woche|wöchentlich')],
  ['month', words('month|monthly|monat|monats|monatlich|kalendermonats?')],
  ['quarter', words('quarter|quarterly|quartal|quartals|vierteljährlich|kalendervierteljahre?s?')],
  [
    'year',
    words(
      'year|yearly|annual|annually|annum|jahr|jahres|jährlich|kalenderjahre?s?|geschäftsjahre?s?|wirtschaftsjahre?s?',
    ),
  ],
];

/** Words of a conclusion that a requirement is met. */
export const MET = words(
  'yes|complies|comply|complied|meets|met|satisfies|satisfied|passes|qualifies|qualify|qualified|eligible|timely|ja|erfüllt|eingehalten|rechtzeitig|fristgerecht',
);
