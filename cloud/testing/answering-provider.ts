// The provider as its own interfaces are called over HTTP, for tests of what is asked of it and of what is made of its answers.
import { vi } from 'vitest';

export type Asked = {
  call: string;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown> | null;
};
export type Answer = { status?: number; headers?: Record<string, string>; json: unknown };

/** A provider that answers as told; what it was asked, in order. */
export function answering(answer: (asked: Asked, times: number) => Answer): Asked[] {
  const all: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, searchParams: query } = new URL(address);
    const asked = {
      call: `${method} ${pathname}`,
      query,
      headers: new Headers(headers),
      body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : null,
    };
    all.push(asked);
    const { status = 200, headers: more = {}, json } = answer(asked, all.length);
    return Response.json(json, { status, headers: more });
  });
  return all;
}
