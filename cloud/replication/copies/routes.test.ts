// What a store may bring of a sealed copy: a whole piece, no more than one, and what is whole already once more.
import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Copies } from './copies.ts';
import { copyRoutes } from './routes.ts';

const COPY_PART_BYTES = 192 * 1024;

const NAME = 'noturna-2026-11-20-0430-abcd-000001.db.age';

it.each([
  ['nothing', 0, null, 413],
  ['a byte', 1, null, 204],
  ['a whole piece', COPY_PART_BYTES, null, 204],
  ['a byte more', COPY_PART_BYTES + 1, null, 413],
  ['a piece of what is whole already', 1, 'whole', 204],
  ['a piece beyond the room for one', 1, 'too-large', 413],
] as const)('of %s', async (_what, bytes, refusal, status) => {
  const copies = {
    putPart: () => Promise.resolve(refusal === null ? accepted(null) : refused(refusal)),
  } as unknown as Copies;
  const app = new OpenAPIHono().route('/', copyRoutes({ copies }));
  const init = { method: 'PUT', body: new Uint8Array(bytes) };
  expect((await app.request(`/edge/copies/${NAME}/0`, init)).status).toBe(status);
});

describe('what is asked of a copy', () => {
  const brought: number[] = [];
  const copies: Copies = {
    list: () => Promise.resolve({ copies: [], bytesMax: 1 }),
    putPart: (_storeId, _name, part) => {
      brought.push(part);
      return Promise.resolve(accepted(null));
    },
    finish: () => Promise.resolve(accepted(null)),
    part: () => Promise.resolve(null),
    remove: () => Promise.resolve(),
  };
  const app = new OpenAPIHono().route('/', copyRoutes({ copies }));
  const ask = async (method: string, path: string) => {
    const copy = JSON.stringify({ atMs: 1, bytes: 1, sha256: '0'.repeat(64) });
    const answer = await app.request(path, {
      ...{ method, ...(method === 'PUT' && { body: 'x' }), ...(method === 'POST' && { body: copy }) },
    });
    const text = await answer.text();
    return { status: answer.status, detail: text === '' ? null : (JSON.parse(text) as unknown) };
  };

  it('may have many pieces: those of a database of gigabytes too', async () => {
    for (const part of [99, 100, 9_999]) {
      expect((await ask('PUT', `/edge/copies/${NAME}/${part}`)).status).toBe(204);
      expect(brought.pop()).toBe(part);
    }
  });

  it('is told that it is kept once its last piece has come', async () => {
    expect(await ask('POST', `/edge/copies/${NAME}`)).toEqual({ status: 201, detail: null });
  });

  it.each([
    ['PUT', 'cardapio.db/0'],
    ['PUT', `${NAME}/x`],
    ['PUT', `${NAME}/-1`],
    ['GET', 'cardapio.db/0'],
    ['GET', `${NAME}/x`],
    ['POST', 'cardapio.db'],
    ['DELETE', 'cardapio.db'],
  ])('under a name that none can have is told like one that is not here: %s %s', async (method, path) => {
    expect(await ask(method, `/edge/copies/${path}`)).toMatchObject({
      status: 404,
      detail: { detail: 'Não há esta cópia aqui.' },
    });
  });
});
