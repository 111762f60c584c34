// The owner's devices that hear alarms. The relay keeps them and rings them; the store only says who may be rung, so that
// somebody who is no longer ADMIN hears nothing more.
import { z } from 'zod';
import {
  AddedPushDevice,
  OwnerPush,
  RemovedPushDevice,
  TestedPush,
  type NewPushDevice,
} from '@balcao/shared/http/push.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { AskRelay } from '../relay/ask-relay.ts';

export const TELL_OWNERS_EVERY_MS = 60_000;

export const PUSH_AWAY = problem(
  503,
  'relay-away',
  'Sem conexão com a internet',
  'Os avisos no celular passam pela internet, e a loja está sem conexão agora. Tente de novo em instantes.',
);

export type OwnerPhones = ReturnType<typeof createOwnerPhones>;

export function createOwnerPhones(deps: { ask: AskRelay; adminIds: () => string[] }) {
  const { ask, adminIds } = deps;
  let reportedIds = '';

  /** Who may be rung, told whenever it has changed; what does not come through is told again. */
  async function tellOwners(): Promise<void> {
    const userIds = adminIds().toSorted((a, b) => (a < b ? -1 : 1));
    const ids = userIds.join(' ');
    if (ids === reportedIds) return;
    const answer = await ask('/edge/push/owners', z.null(), { method: 'PUT', json: { userIds } });
    if (answer.ok) reportedIds = ids;
  }

  return {
    read: () => ask('/edge/push', OwnerPush),
    add: (userId: string, device: NewPushDevice) =>
      ask('/edge/push/devices', AddedPushDevice, {
        method: 'POST',
        json: { ...device, userId },
      }),
    remove: (id: string) => ask(`/edge/push/devices/${id}`, RemovedPushDevice, { method: 'DELETE' }),
    test: () => ask('/edge/push/test', TestedPush, { method: 'POST' }),
    tellOwners,
  };
}
