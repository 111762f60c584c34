// Every shape of row that the store replicates, in one list.
import type { AggregateKind } from '../changes.ts';
import { alarmRow } from './alarm.ts';
import { auditRow } from './audit.ts';
import { cashSessionRow, handPaymentRow, staticPixRow } from './cash.ts';
import { erasureRow } from './erasure.ts';
import { secretsRow } from './key.ts';
import { orderRow } from './order.ts';
import { paymentRow } from './payment.ts';
import type { ReplicatedRow } from './replicated-row.ts';
import {
  copiesMaxAgeRow,
  firstRunRow,
  pixKeyRow,
  printerRow,
  refundIntentRow,
  retentionRow,
  signUpRow,
  usbDrivesRow,
} from './setting.ts';
import { userRow } from './user.ts';
import { wholesaleOrderRow } from './wholesale-order.ts';

/** Of one kind the narrower ids first. */
export const REPLICATED_ROWS = [
  orderRow,
  paymentRow,
  wholesaleOrderRow,
  userRow,
  auditRow,
  handPaymentRow,
  staticPixRow,
  cashSessionRow,
  pixKeyRow,
  firstRunRow,
  usbDrivesRow,
  copiesMaxAgeRow,
  retentionRow,
  signUpRow,
  printerRow,
  refundIntentRow,
  secretsRow,
  erasureRow,
  alarmRow,
] as const satisfies readonly ReplicatedRow[];

/** The shape of a row with this id, or null: what a newer store writes. */
export const shapeOf = (kind: AggregateKind, id: string): ReplicatedRow | null =>
  REPLICATED_ROWS.find((row) => row.kind === kind && isOneOf(row.ids, id)) ?? null;

const isOneOf = (ids: string, id: string): boolean =>
  ids.endsWith('*') ? id.startsWith(ids.slice(0, -1)) : id === ids;
