// One request as a browser sends it, and what of the answer a test looks at.

export type Asked = {
  method?: string;
  json?: unknown;
  token?: string | undefined;
  cookie?: string | undefined;
  headers?: Record<string, string>;
};
/** `body` is empty where the answer is not JSON. */
export type Answer = { status: number; body: any; text: string; headers: Headers };
export type Ask = (path: string, init?: Asked) => Promise<Answer>;

/** `json` becomes the body. */
export async function ask(
  url: string,
  { method, json, token, cookie, headers }: Asked = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: method ?? (json === undefined ? 'GET' : 'POST'),
    headers: {
      // One that was kept may be closed as it is used, where the machine stood still for long.
      connection: 'close',
      origin: new URL(url).origin,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return {
    status: response.status,
    body: isJson ? (JSON.parse(text) as unknown) : {},
    text,
    headers: response.headers,
  };
}
