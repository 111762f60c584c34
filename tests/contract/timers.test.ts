// Background work is a Worker (`shared/host/worker.ts`), which never throws into the process. Every other timer of the servers stands
// here with the reason why it is none; a new one fails this test until it is a Worker or has a reason.
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** How many timers a file has, and why they are no Workers. */
const LIMIT = 'ends one wait: it only resolves, rejects or destroys, and is cleared with it';
const PAUSE = 'a pause within work that somebody awaits and catches';
const REASONS: Record<string, [timers: number, reason: string]> = {
  'shared/host/worker.ts': [1, 'the Worker itself'],
  'shared/host/open-traces.ts': [1, LIMIT],
  'shared/host/last-words.ts': [1, 'ends the process when its end hangs'],
  'cloud/cluster/bus.ts': [
    4,
    'listens again and catches all; a heartbeat and its limit, cleared with their connection; one turn, and it catches',
  ],
  'cloud/cluster/ownership.ts': [1, 'renews its word while a link lasts, and catches'],
  'cloud/storage/database-semaphore.ts': [
    2,
    `a limit; and a turn of the event loop, which opens a door and does nothing that fails`,
  ],
  'cloud/storage/limits/counts.ts': [1, LIMIT],
  'cloud/replication/link/yield-to-foreground.ts': [1, PAUSE],
  'cloud/replication/link/replicator.ts': [1, PAUSE],
  'cloud/replication/link/requests.ts': [1, LIMIT],
  'cloud/replication/link/resets.ts': [1, 'paces what ends requests of one link, cleared with it'],
  'cloud/replication/link/last-seen.ts': [1, PAUSE],
  'cloud/replication/link/session.ts': [4, 'heartbeat and limits of one link, cleared with it'],
  'cloud/http/admission.ts': [1, LIMIT],
  'cloud/http/listener.ts': [1, LIMIT],
  'cloud/main.ts': [1, 'ends the process when its end hangs'],
  'cloud/shop/menu/document-socket.ts': [1, 'heartbeat of one socket, cleared with it'],
  'cloud/shop/menu/images.ts': [1, 'gathers wishes of one moment; the copying catches all'],
  'cloud/shop/orders/commands.ts': [
    2,
    'a limit; and a wake, which only marks that there is something to read',
  ],
  'cloud/shop/orders/delivery.ts': [1, LIMIT],
  'cloud/shop/orders/settlement.ts': [1, 'a wake, which only marks that there is something to read'],
  'cloud/payments/provider/mercado-pago-calls.ts': [1, PAUSE],
  'cloud/payments/provider/mercado-pago-failure.ts': [1, LIMIT],
  'cloud/payments/attempts/notices.ts': [1, 'after the answer has gone out; it catches all'],
  'cloud/payments/service.ts': [1, LIMIT],
  'cloud/shop/staff/edits.ts': [1, PAUSE],
  'edge/main.ts': [1, 'ends the process when its end hangs'],
  'edge/machine/supervisor.ts': [
    1,
    'tells systemd that the event loop turns; its failure is told and expected',
  ],
  'edge/storage/damage.ts': [1, 'looks at the file once after a start; the look catches all'],
  'edge/storage/group-commit.ts': [2, 'the turn of the group; each work answers its own caller'],
  'edge/storage/yield-to-event-loop.ts': [2, PAUSE],
  'edge/machine/discovery/find-printers.ts': [1, PAUSE],
  'edge/machine/discovery/sweep.ts': [1, LIMIT],
  'edge/machine/discovery/mdns.ts': [2, 'follows the network and catches all; and a limit'],
  'edge/shop/images/picture-process.ts': [
    1,
    'ends an idle process; it holds nothing, and a kill does not throw',
  ],
  'edge/shop/images/picture-worker.ts': [1, 'of another process, during one job: it looks at its own memory'],
  'edge/replication/link/connection.ts': [2, 'limits of one socket, cleared with it'],
  'edge/replication/link/silence.ts': [1, 'heartbeat of one socket, cleared with it'],
  'edge/replication/link/dial.ts': [1, 'dials again and catches all'],
  'edge/replication/link/document-sync.ts': [2, 'connects again; renews its word and catches'],
  'shared/host/link-probe.ts': [2, LIMIT],
  'edge/replication/link/routes.ts': [1, LIMIT],
  'shared/host/live-streams.ts': [1, LIMIT],
  'edge/printing/conversation.ts': [1, LIMIT],
  'edge/printing/tcp-channel.ts': [3, LIMIT],
  'edge/printing/printer-line.ts': [1, LIMIT],
  'edge/printing/worker.ts': [1, 'one printer, paced by its own queue and health; it catches all'],
  'edge/replication/recovery/resync.ts': [1, 'tries again what the relay began; it catches all'],
  'edge/storage/write-gate.ts': [2, LIMIT],
  'edge/shop/reports/orders-csv.ts': [1, PAUSE],
  'edge/shop/reports/rollups.ts': [
    1,
    'follows an order within a moment and catches; the Worker `report-sums` mends what it missed',
  ],
  'edge/shop/orders/staff-routes.ts': [1, 'ends a stream whose person may no longer hear it; it catches all'],
  'edge/machine/tls/tls-listener.ts': [1, 'begins before there is a store to run Workers; it catches all'],
};

function timersOf(file: string): number {
  const text = readFileSync(file, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...text.matchAll(/\bset(?:Timeout|Interval|Immediate)\(/g)].length;
}

it('[36] every timer of the store and the relay is a Worker, or has a reason not to be one', () => {
  const found = Object.fromEntries(
    globSync(['cloud/**/*.ts', 'edge/**/*.ts', 'shared/host/*.ts'])
      .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
      .map((file) => [file.replaceAll('\\', '/'), timersOf(file)] as const)
      .filter(([, timers]) => timers > 0)
      .toSorted(([one], [other]) => one.localeCompare(other)),
  );
  expect(found).toEqual(
    Object.fromEntries(Object.entries(REASONS).map(([file, [timers]]) => [file, timers])),
  );
});
