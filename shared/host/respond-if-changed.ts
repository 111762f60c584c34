// Answers that a browser keeps and asks for again by their ETag: what it has already is not sent a second time.

type AskedRequest = { header(name: 'if-none-match'): string | undefined };
/** `etag` with its quotes, as the header has it. */
type TaggedHeaders = { etag: string } & Record<string, string>;

/** 304 with `headers` and no body where the request names the same ETag, else 200 with both. */
export function respondIfChanged(
  request: AskedRequest,
  headers: TaggedHeaders,
  body: string | Uint8Array<ArrayBuffer>,
): Response {
  return request.header('if-none-match') === headers.etag
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers });
}

/** The same of JSON that is text already and may change at any time: asked about before each use. A 304 names no media type. */
export function respondJsonIfChanged(
  request: AskedRequest,
  { json, etag }: { json: string; etag: string },
): Response {
  const response = respondIfChanged(request, { etag, 'cache-control': 'no-cache' }, json);
  if (response.status === 200) response.headers.set('content-type', 'application/json');
  return response;
}
