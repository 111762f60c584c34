// The wing that everything stands on: database, log, clock, identity, the write gate.
import { createClockWatch } from '../storage/clock/clock-watch.ts';
import { readNumbered } from '../storage/clock/numbered.ts';
import { createRoom } from '../storage/room.ts';
import { loadIdentity, readMeta } from '../storage/identity.ts';
import type { Db } from '../storage/open.ts';
import { changeDeviceKey, isKeyChanging } from '../replication/link/change-device-key.ts';
import { knownRelayUrl, PUBLIC_URL } from '../replication/link/link.ts';
import { createOutbox } from '../storage/outbox.ts';
import { createPrivateLog, createSealer } from '../storage/sealing.ts';
import { Wake } from '../storage/wake.ts';
import { isClockDoubted } from '../machine/diagnostics/machine.ts';
import { createWriteGate } from '../storage/write-gate.ts';
import type { StoreOptions } from './store-options.ts';

/** Storage, identity and the gate before every write. */
export async function assembleStorage(db: Db, options: StoreOptions) {
  const { config, log, steadyMs = options.clock } = options;
  const wake = new Wake();
  const clockWatch = createClockWatch({
    wallClock: options.clock,
    steadyMs,
    isClockDoubted: options.isClockDoubted ?? isClockDoubted,
    ...readNumbered(db),
    onStep: () => wake.notify('condition'),
    log,
  });
  const { clock } = clockWatch;
  const keyRelay = isKeyChanging(db) ? knownRelayUrl(db, config.relayUrl) : null;
  // The relay may know the new one only.
  if (keyRelay !== null) await changeDeviceKey(db, keyRelay);
  const identity = loadIdentity(db);
  const writeGate = createWriteGate(db, {
    expectsWord: (readMeta(db, PUBLIC_URL) ?? '') !== '',
  });
  const outbox = createOutbox(db, identity, writeGate.check);
  const sealer = createSealer(db);
  const privateLog = createPrivateLog(outbox, sealer);
  const isHeld = () => writeGate.held() !== null;
  const room = createRoom({
    db,
    folder: config.dataDir,
    mayTry: () => writeGate.held() !== 'damaged',
    onChange: () => wake.notify('condition'),
    log,
  });
  return {
    db,
    wake,
    clock,
    clockWatch,
    steadyMs,
    identity,
    writeGate,
    outbox,
    sealer,
    privateLog,
    isHeld,
    room,
  };
}

export type Storage = Awaited<ReturnType<typeof assembleStorage>>;
