/** Other countries' law is not in a library whose passages never name them. Closed lists: countries, their provinces and great cities, their tax offices and taxes. */

const COUNTRIES =
  'german[ys]?|french|france|british|britain|england|english law|scottish|scotland|wales|uk|u\\.k\\.|united kingdom|irish|ireland|canad(?:a|ian)|mexic(?:o|an)|brazil(?:ian)?|argentin(?:a|e)|chilean|colombian?|peru(?:vian)?|austria(?:n)?|australia(?:n)?|new zealand|japan(?:ese)?|chin(?:a|ese)|taiwan(?:ese)?|hong kong|india(?!n)|indian (?:tax|law|gst|company|income)|pakistani?|bangladeshi?|sri lankan?|singapore|swiss|switzerland|liechtenstein|luxembourg|swedish|sweden|norw(?:ay|egian)|danish|denmark|finnish|finland|iceland(?:ic)?|dutch|netherlands|belgi(?:an|um)|spanish|spain|portug(?:al|uese)|italian|italy|greek|greece|cyprus|malta|polish law|poland|czech|slovak(?:ia)?|slovenia|croatian?|serbian?|hungar(?:y|ian)|bulgarian?|romanian?|estonian?|latvian?|lithuanian?|russian?|ukrain(?:e|ian)|turk(?:ey|ish)|israeli?|egypt(?:ian)?|morocc(?:o|an)|south african?|kenyan?|nigerian?|ghanaian|ghana|dubai|emirates|uae|saudi|qatar|korean?|thailand|thai|vietnam(?:ese)?|indonesian?|malaysian?|philippines|european union|eu (?:law|directive|rules?)';
const PROVINCES =
  'ontario|quebec|british columbia|alberta|manitoba|saskatchewan|nova scotia|new brunswick|newfoundland|new south wales|queensland|tasmania|bavaria|saxony|hesse|catalonia|andalusia|lombardy|sicily|toronto|montreal|vancouver|london|manchester|edinburgh|glasgow|dublin|sydney|melbourne|auckland|berlin|munich|hamburg|frankfurt|vienna|zurich|geneva|brussels|amsterdam|paris|lyon|marseille|madrid|barcelona|lisbon|rome|milan|athens|stockholm|oslo|copenhagen|helsinki|warsaw|prague|budapest|moscow|istanbul|tokyo|kyoto|osaka|beijing|shanghai|mumbai|delhi|bangalore|bangkok|jakarta|manila|seoul|cairo|nairobi|lagos|johannesburg|sao paulo|buenos aires';
const TAX_OFFICES =
  'hmrc|hm revenue|companies house|canada revenue agency|australian taxation office|\\bato\\b|bundes\\w+|finanzamt|finanzgericht|dgfip|impots|imp[oô]ts|agencia tributaria|agenzia delle entrate|belastingdienst|skatteverket|inland revenue|revenue commissioners|cbdt|zatca';
const TAXES =
  'vat|value[- ]added tax|gst|hst|qst|iva|tva|mwst|umsatzsteuer|mehrwertsteuer|gewerbesteuer|k[oö]rperschaftsteuer|einkommensteuer|grunderwerbsteuer|irpf|stamp duty|council tax|corporation tax|national insurance|nil[- ]rate band|paye|p60|ir35|itsa|rrsp|tfsa|superannuation|kiwisaver|aadhaar|pan card|gmbh|s\\.?à\\.?r\\.?l|pty ltd|lakh|crore|rupees?|euros?';

const PLACES = new RegExp(`\\b(?:${COUNTRIES}|${PROVINCES})\\b`, 'gi');
const OFFICES = new RegExp(`\\b(?:${TAX_OFFICES}|${TAXES})\\b|[€£¥₹]`, 'gi');

/** Then the question is about this library's own law as it meets the other country. The pronoun "us" is not the country. */
const DOMESTIC =
  /\b(?:USA?|U\.S\.(?:A\.)?|IRS|IRC|[Uu]nited [Ss]tates|[Aa]merican?|[Ff]oreign|[Tt]reaty|[Ee]xpat\w*|[Aa]broad|[Nn]onresident|[Ww]ithh\w+|FIRPTA|FATCA|[Ss]ection)\b|§/;
/** A person or a company that is there, or came from there, is still asked about under the law at hand. */
const LINKED =
  /\b(?:moved?|moving|lives?|living|lived|residents?|citizens?|born|subsidiar\w+|affiliates?|supplier|customers?|branch|parent|imports?|imported|exports?|exported)\b/i;

/** What the question names of another country that makes it one about that country's law; lower case, empty for most. */
export function otherCountries(question: string): string[] {
  if (DOMESTIC.test(question)) return [];
  const own = question.match(OFFICES) ?? [];
  const places = LINKED.test(question) ? [] : (question.match(PLACES) ?? []);
  return [...own, ...places].map((name) => name.toLowerCase());
}
