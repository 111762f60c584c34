// What the store does by itself, and when.
import { TELL_OWNERS_EVERY_MS } from '../shop/alarms/owner-phones.ts';
import { OUTSIDE_CHECK_EVERY_MS } from '../machine/backup/outside-alarm.ts';
import { SETUP_SLIP_EVERY_MS } from '../printing/setup-slip.ts';
import { PRINTER_CHECK_EVERY_MS } from '../printing/printer-alarms.ts';
import { UNPAID_CHECK_EVERY_MS } from '../shop/alarms/unpaid-alarm.ts';
import { createBackground } from '../background.ts';
import { isReadTrouble } from '../storage/room.ts';
import { SETTLE_EVERY_MS } from '../shop/audit/trace.ts';
import { HELP_CHECK_EVERY_MS } from '../machine/help/help.ts';
import { BACKUP_CHECK_EVERY_MS } from '../machine/backup/backups.ts';
import { RELAY_COPIES_EVERY_MS } from '../machine/backup/relay-copies.ts';
import { FINISH_EVERY_MS } from '../shop/privacy/erasure.ts';
import { RETAIN_EVERY_MS } from '../shop/privacy/retention.ts';
import { EXPIRE_EVERY_MS, expireUnpaid } from '../shop/orders/expiry.ts';
import { CATCH_UP_EVERY_MS } from '../shop/reports/rollups.ts';
import { RESEAL_CHECK_EVERY_MS } from '../replication/recovery/replace-code.ts';
import { REHEARSAL_CHECK_EVERY_MS } from '../replication/recovery/rehearsal.ts';
import { LOG_SECRETS_EVERY_MS, logSecrets } from '../replication/recovery/secrets.ts';
import { NIGHT_CHECK_EVERY_MS } from '../machine/update/night.ts';
import { REFUND_INTENTS_EVERY_MS } from '../shop/payments/refund-intents.ts';
import { STATIC_PIX_EVERY_MS } from '../shop/payments/static-pix.ts';
import { LAPSE_EVERY_MS } from '../shop/users/sign-ups.ts';
import type { WorkerSpec } from '@balcao/shared/host/worker.ts';
import type { StoreOptions } from './store-options.ts';
import type { Storage } from './storage.ts';
import type { People } from './people.ts';
import type { Sales } from './sales.ts';
import type { Copies } from './copies.ts';
import type { Privacy } from './privacy.ts';
import type { Machine } from './machine.ts';
import type { Replication } from './replication.ts';

type Wings = Storage & People & Sales & Copies & Privacy & Machine & Replication;

/** Every background job of the store, in the groups in which they may run. */
export function assembleJobs(wings: Wings, { log, traces = null, chores = [] }: StoreOptions) {
  const { clock, clockWatch, writeGate, room, alarms, damage, safeMode, help, phones } = wings;
  return createBackground({
    clock,
    log,
    traces,
    onFailure(error) {
      room.noteFailure(error);
      if (isReadTrouble(error)) damage.noteUnreadable(error);
    },
    menders: [
      room.job,
      damage.job,
      alarms.job,
      safeMode.job,
      { name: 'remote-help', everyMs: HELP_CHECK_EVERY_MS, run: help.endIfExpired },
      ...chores,
    ],
    tellers: [{ name: 'owner-phones', everyMs: TELL_OWNERS_EVERY_MS, run: phones.tellOwners }],
    writers: writersOf(wings),
    agers: agersOf(wings),
    mayWrite: () => writeGate.held() === null,
    mayEndByAge: clockWatch.mayEndByAge,
  });
}

/** What may run while the store may write. */
const writersOf = ({
  db,
  clock,
  identity,
  privateLog,
  trace,
  rollups,
  backups,
  codeReplacement,
  reread,
  scrub,
  printerAlarms,
  setupSlip,
  outsideAlarm,
  unpaidAlarm,
  nightUpdates,
  relayCopies,
  rehearsing,
  payments,
  staticPix,
}: Wings): WorkerSpec[] => [
  {
    name: 'recovery-secrets',
    everyMs: LOG_SECRETS_EVERY_MS,
    run: () => logSecrets(db, identity, privateLog, clock()),
  },
  { name: 'report-sums', everyMs: CATCH_UP_EVERY_MS, run: rollups.upToDate },
  { name: 'reseal', everyMs: RESEAL_CHECK_EVERY_MS, run: codeReplacement.reseal },
  scrub.job,
  { name: 'backup', everyMs: BACKUP_CHECK_EVERY_MS, run: backups.makeDueBackup },
  reread.job,
  { name: 'relay-copies', everyMs: RELAY_COPIES_EVERY_MS, run: relayCopies.uploadDueCopy },
  { name: 'rehearsal', everyMs: REHEARSAL_CHECK_EVERY_MS, run: rehearsing.rehearseDue },
  { name: 'setup-slip', everyMs: SETUP_SLIP_EVERY_MS, run: setupSlip.printCode },
  { name: 'outside-alarm', everyMs: OUTSIDE_CHECK_EVERY_MS, run: outsideAlarm.checkOutsideCopy },
  { name: 'refusals', everyMs: SETTLE_EVERY_MS, run: () => trace.settle() },
  { name: 'printer-alarms', everyMs: PRINTER_CHECK_EVERY_MS, run: printerAlarms.checkPrinters },
  { name: 'unpaid-alarm', everyMs: UNPAID_CHECK_EVERY_MS, run: unpaidAlarm.checkUnpaid },
  { name: 'refunds', everyMs: REFUND_INTENTS_EVERY_MS, run: () => payments.refundIntents.runDue() },
  { name: 'static-pix', everyMs: STATIC_PIX_EVERY_MS, run: () => staticPix.runDue(payments.ask) },
  { name: 'night-updates', everyMs: NIGHT_CHECK_EVERY_MS, run: nightUpdates.runDueUpdate },
];

/** What ends things by their age: not while the clock is in doubt. */
const agersOf = ({ users, signUps, orders, erasure, leftovers, retention }: Wings): WorkerSpec[] => [
  { name: 'expiry', everyMs: EXPIRE_EVERY_MS, run: () => expireUnpaid(orders) },
  { name: 'retention', everyMs: RETAIN_EVERY_MS, run: retention.run },
  { name: 'erasures', everyMs: FINISH_EVERY_MS, run: erasure.finish },
  { name: 'leftovers', everyMs: BACKUP_CHECK_EVERY_MS, run: leftovers.purge },
  { name: 'new-devices', everyMs: LAPSE_EVERY_MS, run: users.sessions.purgeExpiredNews },
  { name: 'sign-ups', everyMs: LAPSE_EVERY_MS, run: signUps.deleteLapsed },
];
