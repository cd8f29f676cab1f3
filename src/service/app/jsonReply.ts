/** A JSON body with its length, so that a caller knows it is whole before the connection closes. */
export function jsonReply(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(bytes.byteLength),
      ...headers,
    },
  });
}
