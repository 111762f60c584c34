// A store with its owner signed in, made once for all evenings: to derive a password's key takes as long as many orders.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_USERS } from '../../edge/demo/users.ts';
import type { Store } from '../../edge/store.ts';
import { killStore, newFolder, openStoreSide, removeFolder } from './sides.ts';

const ORIGIN = 'http://balcao.local';
/** What a request in the shop's own network comes with. */
export const lan = (clientIp: string) => ({ transport: 'lan', clientIp, origin: ORIGIN }) as const;

const [OWNER] = DEMO_USERS;
/** The file of the store, and the cookie of its owner's browser. */
type Staffed = { file: Uint8Array; cookie: string };
const made = new Map<number, Promise<Staffed>>();

/** A folder with the store of somebody who signed in at this very time, or at the same time of another evening. */
export async function staffedFolder(nowMs: number): Promise<{ folder: string; cookie: string }> {
  const known = made.get(nowMs) ?? make(nowMs);
  made.set(nowMs, known);
  const { file, cookie } = await known;
  const folder = newFolder();
  writeFileSync(join(folder, 'edge', 'store.db'), file);
  return { folder, cookie };
}

async function make(nowMs: number): Promise<Staffed> {
  const folder = newFolder();
  const store = await openStoreSide(folder, () => nowMs);
  if (OWNER) await store.users.create(OWNER);
  const cookie = await signIn(store);
  void killStore(store);
  const file = readFileSync(join(folder, 'edge', 'store.db'));
  removeFolder(folder);
  return { file, cookie };
}

/** Signs the owner in; answers the cookie. */
export async function signIn(store: Store): Promise<string> {
  const response = await store.app.request(
    '/api/auth/sign-in/email',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ email: OWNER?.email, password: OWNER?.password }),
    },
    lan('10.0.0.1'),
  );
  if (!response.ok) throw new Error(`the owner cannot sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
