// Who may change what of the menu document, on the store and on the relay alike.
import type { Role } from '../http/staff.ts';
import type { EntryKind } from './menu.ts';

/** 'Acabou' is everybody's in the shop; the wholesale catalogue is its operator's; the rest is the administrator's. */
export function mayEdit(role: Role | null, kind: EntryKind, patch: Record<string, unknown>): boolean {
  if (role === 'ADMIN') return true;
  if (role === null) return false;
  if (role === 'WHOLESALE') return kind.startsWith('wholesale');
  return !kind.startsWith('wholesale') && Object.keys(patch).every((key) => key === 'soldOutUntilMs');
}
