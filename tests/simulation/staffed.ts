// A store with its owner signed in, made once for all evenings: to derive a password's key takes as long as many orders.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guardCookie } from '@balcao/shared/host/host-cookies.ts';
import { DEMO_USERS } from '../../edge/demo/users.ts';
import type { Store } from '../../edge/store.ts';
import { killStore, newFolder, openStoreSide, PUBLIC_URL, removeFolder } from './sides.ts';

export const LAN_ORIGIN = 'http://balcao.local';
/** What a request in the shop's own network comes with. */
export const lan = (clientIp: string) => ({ transport: 'lan', clientIp, origin: LAN_ORIGIN }) as const;

const [OWNER] = DEMO_USERS;
/** Of the owner's browsers, in the shop and at home. */
export type Cookies = { counter: string; home: string };
type Staffed = { file: Uint8Array; cookies: Cookies };
const made = new Map<number, Promise<Staffed>>();

/** A folder with the store of somebody who signed in at this very time, or at the same time of another evening. */
export async function staffedFolder(nowMs: number): Promise<{ folder: string; cookies: Cookies }> {
  const known = made.get(nowMs) ?? make(nowMs);
  made.set(nowMs, known);
  const { file, cookies } = await known;
  const folder = newFolder();
  writeFileSync(join(folder, 'edge', 'store.db'), file);
  return { folder, cookies };
}

async function make(nowMs: number): Promise<Staffed> {
  const folder = newFolder();
  const store = await openStoreSide(folder, () => nowMs);
  if (OWNER) await store.users.create(OWNER);
  const cookies = { counter: await signIn(store), home: await signIn(store, 'link') };
  void killStore(store);
  const file = readFileSync(join(folder, 'edge', 'store.db'));
  removeFolder(folder);
  return { file, cookies };
}

/** Signs the owner in; answers the cookie. */
export async function signIn(store: Store, transport: 'lan' | 'link' = 'lan'): Promise<string> {
  const origin = transport === 'lan' ? LAN_ORIGIN : PUBLIC_URL;
  const response = await store.app.request(
    '/api/auth/sign-in/email',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: OWNER?.email, password: OWNER?.password }),
    },
    { transport, clientIp: '10.0.0.1', origin },
  );
  if (!response.ok) throw new Error(`the owner cannot sign in: ${response.status}`);
  return response.headers
    .getSetCookie()
    .map((one) => (transport === 'lan' ? one : guardCookie(one)).split(';')[0])
    .join('; ');
}
