import { describe, expect, it } from 'vitest';
import { respondIfChanged, respondJsonIfChanged } from './respond-if-changed.ts';

const asking = (etag?: string) => ({ header: () => etag });
const MENU = { json: '{"sizes":[]}', etag: '"menu-1"' };

describe('JSON by its ETag', () => {
  it.each([
    ['who asks for the first time', undefined],
    ['who has an older one', '"menu-0"'],
  ])('is sent to %s', async (_who, etag) => {
    const response = respondJsonIfChanged(asking(etag), MENU);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-cache',
      'content-type': 'application/json',
      etag: '"menu-1"',
    });
    expect(await response.text()).toBe('{"sizes":[]}');
  });

  it('is not sent again to who has it', async () => {
    const response = respondJsonIfChanged(asking('"menu-1"'), MENU);
    expect(response.status).toBe(304);
    expect(Object.fromEntries(response.headers)).toEqual({ 'cache-control': 'no-cache', etag: '"menu-1"' });
    expect(await response.text()).toBe('');
  });
});

it('keeps all headers of bytes that are not sent again', () => {
  const headers = { etag: '"picture"', 'content-type': 'image/webp', 'cache-control': 'max-age=1' };
  const response = respondIfChanged(asking('"picture"'), headers, new Uint8Array([1]));
  expect(response.status).toBe(304);
  expect(Object.fromEntries(response.headers)).toEqual(headers);
});
