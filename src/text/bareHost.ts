/** Web addresses without a scheme, which mail programs and previews of Markdown link. */

/** The dots of a host, and its last label. */
const DOT = '[.\u3002\uff0e\uff61]';
const TOP_LEVEL = String.raw`(?:xn--[a-z\d-]{1,59}|\p{L}{2,63})`;
/** A host or an IPv4 address with the beginning of a path, a query or a fragment. */
export const HOST_AND_PATH = new RegExp(
  String.raw`(?:[\p{L}\p{N}\]-]${DOT}${TOP_LEVEL}|\b\d{1,3}(?:\.\d{1,3}){3})\.?(?::\d{0,5})?[/?#]`,
  'iu',
);
/** The rest of a host after its first label, unless it is the extension of a file. */
export const REST_OF_HOST = new RegExp(
  String.raw`^[\p{L}\p{N}[\]-]{0,63}${DOT}(?:[\p{L}\p{N}[\]-]{1,63}${DOT})+(?!(?:pdf|docx?|xlsx?|pptx?|csv|txt|xml|html?|json|eml|msg)\b)${TOP_LEVEL}`,
  'iu',
);
