// Whether staff signed in on this device: only then is the server asked who it is.
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@balcao/shared/http/problem.ts';
import { clearStaffHint, loadMeAtom, meAtom, rememberStaff } from './staff-hint.ts';
import { OPERATOR_KEY } from './stored-keys.ts';
import { stubStorage } from './testing/stub-storage.ts';

const asked = vi.fn<(path: string) => Promise<Response>>();
let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

async function whoAfterAsking(): Promise<unknown> {
  const store = createStore();
  await store.set(loadMeAtom);
  return store.get(meAtom);
}

it('a customer’s device asks nothing', async () => {
  expect(await whoAfterAsking()).toBeNull();
  expect(asked).not.toHaveBeenCalled();
});

it('a device of staff knows who is signed in', async () => {
  rememberStaff();
  asked.mockResolvedValue(Response.json({ id: 'u1', name: 'Ana' }));
  expect(await whoAfterAsking()).toEqual({ id: 'u1', name: 'Ana' });
  expect(asked.mock.lastCall?.[0]).toBe('/api/staff/me');
});

it('a session that has ended leaves nothing of who it was, of the shop or of wholesale', async () => {
  rememberStaff();
  stored.set(OPERATOR_KEY, '{"name":"Ana"}');
  stored.set('acai-cart', '[]');
  asked.mockResolvedValue(
    Response.json(problem(401, 'signed-out', 'Entre de novo', 'Sua sessão acabou.'), { status: 401 }),
  );
  expect(await whoAfterAsking()).toBeNull();
  expect([...stored.keys()]).toEqual(['acai-cart']);
});

it('a server that does not answer has ended no session', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  rememberStaff();
  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await whoAfterAsking()).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
  expect(stored.size).toBe(1);
  clearStaffHint();
  expect(stored.size).toBe(0);
});
