// The store's account as its device hands it over, tries it and takes it away: the routes alone, over an account that the test holds.
import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import { accountRoutes } from './account-routes.ts';

type Deps = Parameters<typeof accountRoutes>[0];
type Service = Parameters<typeof accountRoutes>[1];

const STORE = 'store-1';
const KEPT = {
  ...{ accessToken: 'APP_USR-kept', publicKey: 'key-kept', webhookSecret: 'secret-kept' },
  ...{ api: 'payments', hasChangedApi: false },
};

let kept: object | null;
/** What was done to the store's account, in that order. */
let done: unknown[];
let saved: object;
beforeEach(() => {
  kept = KEPT;
  done = [];
  saved = accepted({ payeeId: '77', name: 'Açaí da Praça', sandbox: false });
});
const note =
  (what: string, answer: unknown = null) =>
  (...args: unknown[]) => {
    done.push([what, ...args]);
    return Promise.resolve(answer);
  };

const app = () =>
  accountRoutes(
    {
      requireDevice: (context: { set(name: string, value: string): void }, next: () => Promise<void>) => {
        context.set('storeId', STORE);
        return next();
      },
    } as unknown as Deps,
    {
      credentials: {
        of: () => Promise.resolve(kept),
        state: () => Promise.resolve({ configured: kept !== null }),
        save: (storeId: string, account: object) => note('save', saved)(storeId, account),
        changeApi: (storeId: string, api: string) => note('api', kept !== null)(storeId, api),
        forget: note('forget'),
      },
      terminals: { forgetAll: note('forget terminals') },
      testAccount: note('test', { ok: true, message: '', payeeId: '77', sandbox: false, steps: [] }),
    } as unknown as Service,
  );

async function ask(method: string, path: string, json?: object) {
  const answer = await app().request(`/edge/payments/credentials${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('an account that is handed over', () => {
  const PIX_ONLY = 'Sem Public Key: o cartão fica desligado.';
  const BY_LOOKING =
    'Sem a assinatura secreta do webhook: a confirmação chega por consulta, alguns segundos mais tarde.';
  it.each([
    ['whole', { publicKey: 'k', webhookSecret: 's' }, []],
    ['without a key', { webhookSecret: 's' }, [PIX_ONLY]],
    ['without a secret', { publicKey: 'k' }, [BY_LOOKING]],
    ['with its token alone', {}, [PIX_ONLY, BY_LOOKING]],
  ])('%s is kept, and what it cannot do is said', async (_what, more, notes) => {
    const { status, body } = await ask('PUT', '', { accessToken: 'APP_USR-1', ...more });
    expect(status).toBe(200);
    expect(body['message']).toBe(['Conta Açaí da Praça reconhecida.', ...notes].join(' '));
    expect(done).toEqual([
      ['save', STORE, { accessToken: 'APP_USR-1', publicKey: null, webhookSecret: null, api: null, ...more }],
    ]);
  });

  it('of a test seller, or without a name, is said to be', async () => {
    saved = accepted({ payeeId: '77', name: '', sandbox: true });
    const { body } = await ask('PUT', '', { accessToken: 'A', publicKey: 'k', webhookSecret: 's' });
    expect(body).toMatchObject({ message: 'Conta 77 reconhecida (ambiente de teste).', sandbox: true });
  });

  it.each([
    ['no key to seal it with', { kind: 'no-key' }, 'no-secrets-key'],
    ['a provider that refuses it', { kind: 'credentials', detail: 'HTTP 401' }, 'credentials'],
  ])('is not kept for %s', async (_what, refusal, code) => {
    saved = refused(refusal);
    expect((await ask('PUT', '', { accessToken: 'A' })).body).toMatchObject({ code });
  });
});

describe('the test of an account', () => {
  const test = async (json: object) => {
    const { body } = await ask('POST', '/test', json);
    return [body, done.map((one) => (one as unknown[])[1])[0]] as const;
  };

  it('is of the kept one where none is given', async () => {
    expect((await test({}))[1]).toEqual({ storeId: STORE, account: KEPT, isKept: true });
  });

  it.each<[string, object, object, boolean]>([
    [
      'as it is, through what the kept one goes through',
      { accessToken: 'APP_USR-2', publicKey: 'k', webhookSecret: 's' },
      { accessToken: 'APP_USR-2', publicKey: 'k', webhookSecret: 's', api: 'payments' },
      false,
    ],
    [
      'through what is chosen for it; without key and secret where it has none',
      { accessToken: 'APP_USR-2', api: 'orders' },
      { accessToken: 'APP_USR-2', publicKey: null, webhookSecret: null, api: 'orders' },
      false,
    ],
    [
      'whose notices bear the kept secret as one whose notices can be told',
      { accessToken: 'APP_USR-2', webhookSecret: 'secret-kept' },
      { accessToken: 'APP_USR-2', webhookSecret: 'secret-kept' },
      true,
    ],
  ])('is of the given one %s', async (_what, given, account, isKept) => {
    expect((await test(given))[1]).toMatchObject({ account, isKept });
  });

  it('of none at all says that online payment is off', async () => {
    kept = null;
    expect(await test({})).toMatchObject([
      {
        ok: false,
        message: 'Nenhuma credencial configurada: PIX e cartão online estão desligados.',
        steps: [],
      },
      undefined,
    ]);
  });
});

it('an account goes with its terminals, and another interface is chosen for one that is there', async () => {
  expect((await ask('PUT', '/api', { api: 'payments' })).status).toBe(200);
  expect((await ask('DELETE', '')).status).toBe(200);
  expect(done).toEqual([
    ['api', STORE, 'payments'],
    ['forget', STORE],
    ['forget terminals', STORE],
  ]);
  kept = null;
  expect((await ask('PUT', '/api', { api: 'payments' })).body).toMatchObject({ code: 'no-account' });
});
