/** Takes the place of iconv-lite in the bundle: the encodings of mail are known to TextDecoder, and its tables weigh 180 KB packed. */

export function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Only writing of .msg files asks for it, which Fiscal does not do. */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
