// Pictures as browsers get them from the relay: the route alone, over pictures that the test holds. Expected by `shared/http/images.ts`.
import { BlockList } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { pictureRoutes } from './picture-routes.ts';

type Deps = Parameters<typeof pictureRoutes>[0];

const HASH = 'ab'.repeat(32);
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_FIVE_MINUTES = 'public, max-age=300';

/** What lies here, and what the store would answer, by the variant. */
let kept: Record<string, string>;
let ofStore: Record<string, string>;
/** What the store was asked for. */
let asked: string[];
let owner: Response | null;
beforeEach(() => {
  [kept, ofStore, asked, owner] = [{}, {}, [], null];
});

const picture = (text: string | undefined) =>
  text === undefined ? null : { mediaType: 'image/webp', bytes: new TextEncoder().encode(text) };

async function ask(path: string, headers: Record<string, string> = {}) {
  const app = pictureRoutes({
    config: { trustedProxies: new BlockList() },
    stores: { byHost: () => Promise.resolve({ storeId: 'store-1' }) },
    limits: { pictures: () => Promise.resolve(null) },
    pictures: {
      kept: (_storeId: string, _hash: string, variant: string) => Promise.resolve(picture(kept[variant])),
      read(_storeId: string, hash: string, variant: string) {
        asked.push(`${hash.slice(0, 4)} ${variant}`);
        return Promise.resolve(picture(kept[variant] ?? ofStore[variant]));
      },
    },
    forwardToOwner: () => Promise.resolve(owner),
  } as unknown as Deps);
  const answer = await app.request(
    `/api/images/${path}`,
    { headers: { accept: 'image/webp', ...headers } },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } } },
  );
  return {
    status: answer.status,
    text: await answer.text(),
    cache: answer.headers.get('cache-control'),
    etag: answer.headers.get('etag') ?? '',
  };
}

describe('a picture', () => {
  it('is kept by the browser for ever, and not sent a second time', async () => {
    ofStore = { 'webp-320': 'narrow' };
    const first = await ask(`${HASH}?w=320`);
    expect(first).toMatchObject({ status: 200, text: 'narrow', cache: FOR_EVER });
    expect(await ask(`${HASH}?w=320`, { 'if-none-match': first.etag })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  it('that is nowhere is asked for again soon', async () => {
    expect(await ask(`${HASH}?w=320`)).toMatchObject({ status: 404, cache: 'no-store' });
  });

  it('that this process cannot get comes from the one that holds the link', async () => {
    owner = new Response('from there');
    expect(await ask(`${HASH}?w=320`)).toMatchObject({ status: 200, text: 'from there' });
  });

  it('is looked for only under what can be the name of one', async () => {
    expect((await ask('not-a-hash?w=320')).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('a logo of a store that may be too old to make it so narrow', () => {
  it('is the narrow one where it lies here', async () => {
    kept = { 'webp-128': 'logo', 'webp-320': 'wide' };
    expect(await ask(`${HASH}?w=128`)).toMatchObject({ text: 'logo', cache: FOR_EVER });
    expect(asked).toEqual([]);
  });

  it('is the wider one meanwhile, for a short time and under its own name, and the narrow one is asked for', async () => {
    kept = { 'webp-320': 'wide' };
    const { text, cache, etag } = await ask(`${HASH}?w=128`);
    expect({ text, cache }).toEqual({ text: 'wide', cache: FOR_FIVE_MINUTES });
    expect(etag).toContain('webp-320');
    expect(asked).toEqual(['abab webp-128']);
  });

  it.each([
    ['the narrow one', { 'webp-128': 'logo', 'webp-320': 'wide' }, 'logo', FOR_EVER],
    ['the wider one, where the store makes no other', { 'webp-320': 'wide' }, 'wide', FOR_FIVE_MINUTES],
  ])('is fetched as %s where none lies here', async (_what, there, text, cache) => {
    ofStore = there;
    expect(await ask(`${HASH}?w=128`)).toMatchObject({ status: 200, text, cache });
  });
});
