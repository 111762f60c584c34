// What a store may bring of a sealed copy: a whole piece, no more than one, and what is whole already once more.
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { COPY_PART_BYTES } from '@balcao/shared/link/copies.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Copies } from './copies.ts';
import { copyRoutes } from './routes.ts';

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
