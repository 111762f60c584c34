// For whoever watches the process: is it alive, and does it take orders, or why not.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/health.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { SafeMode } from '../machine/start/safe-mode.ts';
import type { StoreDiagnostics } from '../machine/diagnostics/diagnostics.ts';
import type { Damage } from '../storage/damage.ts';
import type { Outbox } from '../storage/outbox.ts';
import { isReadTrouble, type Room } from '../storage/room.ts';
import type { Held, WriteGate } from '../storage/write-gate.ts';
import type { Env } from './context.ts';

/** What these routes use. */
type Deps = {
  version: string;
  writeGate: WriteGate;
  damage: Damage;
  room: Room;
  safeMode: SafeMode;
  outbox: Outbox;
  diagnostics: StoreDiagnostics;
};

/** Why nothing is taken in. */
const HELD_WORDS: Record<Held, string> = {
  behind: 'held: the relay knows orders that this database does not have; they are being brought back',
  unconfirmed: 'held: paired again after it was fenced, and the relay does not follow it yet',
  fenced: 'held: another machine serves this store; pair this one again to take over',
  damaged: 'held: the database file is damaged; restore a backup',
  'read-only': 'held: the disk takes no writes; what is known is shown from a copy in memory',
};

export function healthRoutes(deps: Deps): OpenAPIHono<Env> {
  const { version, writeGate, damage, room, safeMode } = deps;
  const app = new OpenAPIHono<Env>();
  handle(app, contracts.readHealth, [], () => accepted({ alive: true, version }));

  handle(app, contracts.readStoreReadiness, [], async () => {
    // A disk that cannot be read must not keep the reasons from being answered.
    const measured = await measure(deps).catch((error: unknown) => {
      if (!isReadTrouble(error)) throw error;
      damage.noteUnreadable(error);
      return null;
    });
    const held = writeGate.held();
    const reasons = [
      ...(room.takesWrites() ? [] : ['the database cannot be written']),
      ...(damage.unreadable() ? ['a part of the database file cannot be read'] : []),
      ...(held === null ? [] : [HELD_WORDS[held]]),
      ...(safeMode.isOn() ? ['safe mode: it died too often; no background work and no link'] : []),
    ];
    const ready = reasons.length === 0;
    return accepted({ status: ready ? 200 : 503, body: { ready, reasons, ...measured } });
  });
  return app;
}

const measure = async ({ outbox, diagnostics }: Deps) => ({
  seq: outbox.head().seq,
  ...(await diagnostics.health()),
});
