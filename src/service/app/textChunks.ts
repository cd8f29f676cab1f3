/** Cuts answer text into pieces of about `size` UTF-16 units, after a blank where there is one, never inside a character. */
export function* textPieces(text: string, size: number): Generator<string> {
  let from = 0;
  while (text.length - from > size) {
    let to = from + size;
    const blank = text.lastIndexOf(' ', to - 1);
    if (blank > from) to = blank + 1;
    else if (isHighSurrogate(text.charCodeAt(to - 1))) to++;
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length) yield text.slice(from);
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
