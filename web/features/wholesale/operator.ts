// Who runs wholesale, as this browser shows it. The server checks the role of every call; nothing kept here opens a door.
import type { Me, Role } from '@balcao/shared/http/staff.ts';
import { writeStored } from '../../data/device.ts';
import { OPERATOR_KEY } from '../../data/stored-keys.ts';

export const SELLERS = ['WHOLESALE', 'ADMIN'] as const satisfies readonly Role[];
export const maySell = (role: Role | null): boolean => role === 'WHOLESALE' || role === 'ADMIN';

export const keepOperator = ({ id, email, name }: Me): void =>
  writeStored(OPERATOR_KEY, JSON.stringify({ id, email, name, active: true }));
