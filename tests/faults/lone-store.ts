// One store's real process on a folder that a test made, without a relay.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { findDamage } from '../../edge/storage/integrity.ts';
import { inTransaction } from '../../edge/storage/transaction.ts';
import { openTestStore } from '../../edge/testing/open-test-store.ts';
import { sell } from '../../edge/testing/sell.ts';
import { asRole, cookiesOf, PASSWORD } from '../../edge/testing/sign-in.ts';
import { createChild, type Child } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';

export const WAIT = { timeout: 60_000, interval: 100 };

export type LoneStore = {
  /** `start` resolves when it answers, ready or not. */
  process: Child;
  url: string;
  ask(path: string, init?: RequestInit): Promise<Response>;
  place(): Promise<Response>;
  untilReady(): Promise<void>;
};

/** Where its database is. */
export const databaseOf = (folder: string): string => join(folder, 'edge', 'store.db');

/** The ids of the orders in the file of a store that does not run, in the order of their numbers. The file is whole. */
export async function keptIn(folder: string): Promise<string[]> {
  const file = databaseOf(folder);
  expect(await findDamage(file, { pragma: 'integrity_check', copy: false })).toBeNull();
  const sqlite = new Database(file, { readonly: true });
  try {
    return sqlite
      .prepare<[], { id: string }>('select id from orders order by number')
      .all()
      .map(({ id }) => id);
  } finally {
    sqlite.close();
  }
}

/** Lays a shop with the sample menu and an administrator into the folder; `sold` orders of the past fill pages that nobody has read yet. */
export async function layShop(folder: string, { sold = 0 } = {}): Promise<void> {
  mkdirSync(join(folder, 'edge'));
  const store = await openTestStore({ folder: join(folder, 'edge') });
  await asRole(store, 'ADMIN');
  inTransaction(store.db, () => {
    for (let count = 0; count < sold; count += 1) sell(store, store.clock.nowMs - 24 * 3_600_000 + count);
  });
  await store.stop();
}

const headers = { 'content-type': 'application/json' };

const ADMIN = { email: 'admin@loja.com', password: PASSWORD };

/** Tries to sign the administrator in, or somebody else. */
export const signIn = ({ ask, url }: LoneStore, account = ADMIN): Promise<Response> =>
  ask('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { ...headers, origin: url },
    body: JSON.stringify(account),
  });

/** Signs the administrator in and answers a way to ask as that person. */
export async function asAdmin(store: LoneStore, account = ADMIN): Promise<LoneStore['ask']> {
  const entered = await signIn(store, account);
  expect(entered.status).toBe(200);
  const { ask, url } = store;
  const cookie = cookiesOf(entered.headers);
  // A form says by itself what it is.
  return (path, init) =>
    ask(path, {
      ...init,
      headers: { ...(init?.body instanceof FormData ? {} : headers), origin: url, cookie },
    });
}

/** Not started. `file`: another than the store's sources. */
export async function loneStore(
  folder: string,
  env: Record<string, string> = {},
  file = 'edge/main.ts',
): Promise<LoneStore> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const ask = (path: string, init?: RequestInit): Promise<Response> => fetch(`${url}${path}`, init);
  return {
    url,
    ask,
    process: createChild({
      name: 'store',
      file,
      env: {
        DATA_DIR: folder,
        EDGE_PORT: `${port}`,
        EDGE_HOST: '127.0.0.1',
        MDNS: '0',
        LOG_LEVEL: 'error',
        SAFE_MODE_AFTER: '0',
        ...env,
      },
      readyUrl: `${url}/healthz`,
      isReady: (response) => response.status === 200,
      readyMsMax: 150_000,
    }),
    place: () =>
      ask('/api/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...sampleRequest(), id: v7() }),
      }),
    async untilReady() {
      const startedAt = performance.now();
      for (;;) {
        const readiness = await ask('/readyz');
        if (readiness.status === 200) return;
        if (performance.now() - startedAt > WAIT.timeout)
          throw new Error(`the store is not ready: ${await readiness.text()}`);
        await pause(WAIT.interval);
      }
    },
  };
}
