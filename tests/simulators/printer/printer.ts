// The printer behind the port: takes one connection at a time, keeps a buffer, prints from it as its faults
// allow, and answers questions about itself. What is printed goes to the job book.

import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createDecoder } from './escpos-decoder.ts';
import type { PrinterFaults, PrinterFaultsPatch } from './faults.ts';
import { noFaults, printerFaultsPatchSchema } from './faults.ts';
import type { JobBook } from './job-book.ts';
import {
  automaticStatus,
  createRealTimeScanner,
  paperStatus,
  printerId,
  processIdAnswer,
  realTimeStatus,
} from './status-bytes.ts';
import type { Answer } from './answer.ts';

const BUFFER_MAX_BYTES = 64 * 1024;
const CONNECTIONS_MAX = 8;
const SLOW_TICK_MS = 50;

type Session = {
  socket: Socket;
  pending: Buffer;
  ended: boolean;
  automaticMask: number;
  scan: (chunk: Uint8Array) => number[];
};

export async function startPrinter(deps: {
  port: number;
  host: string;
  columns: number;
  book: JobBook;
  changed: () => void;
}) {
  const { book } = deps;
  let faults: PrinterFaults = noFaults();
  let sessions: Session[] = [];
  let slowTimer: NodeJS.Timeout | null = null;
  let slowBudget = 0;
  let leftOpen: Socket[] = [];
  let answering: Session | null = null;
  let port = deps.port;

  const decoder = createDecoder(deps.columns, {
    print(item) {
      book.print(item);
      if (item.kind !== 'line' || faults.paperOutAfterLines === null) return;
      const left = faults.paperOutAfterLines - 1;
      apply(left === 0 ? { paperOut: true, paperOutAfterLines: null } : { paperOutAfterLines: left });
    },
    warn: (text) => book.warn(text),
    answer(what) {
      if (answering !== null) reply(answering, what);
    },
  });

  function send(session: Session, bytes: Uint8Array): void {
    if (!faults.mute && session.socket.writable) session.socket.write(bytes);
  }

  function reply(session: Session, what: Answer): void {
    switch (what.kind) {
      case 'process-id':
        return send(session, processIdAnswer(what.id));
      case 'paper-status':
        return send(session, Uint8Array.of(paperStatus(faults)));
      case 'drawer-status':
        return send(session, Uint8Array.of(0));
      case 'printer-id':
        return send(session, printerId(what.n));
      case 'automatic-status':
        session.automaticMask = what.mask;
        if (what.mask !== 0) send(session, automaticStatus(faults));
    }
  }

  /** Only the connection whose turn it is gets read; the others wait, as behind a real printer. */
  function readInTurn(): void {
    const turn = sessions.find((session) => !session.ended);
    for (const session of sessions) {
      const mayRead = session === turn && !faults.stalled && session.pending.length < BUFFER_MAX_BYTES;
      if (mayRead) session.socket.resume();
      else session.socket.pause();
    }
  }

  function accept(socket: Socket): void {
    if (sessions.filter((session) => !session.ended).length >= CONNECTIONS_MAX) {
      socket.destroy();
      return;
    }
    const session: Session = {
      socket,
      pending: Buffer.alloc(0),
      ended: false,
      automaticMask: 0,
      scan: createRealTimeScanner(),
    };
    sessions.push(session);
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      for (const n of session.scan(chunk)) send(session, Uint8Array.of(realTimeStatus(n, faults)));
      session.pending = Buffer.concat([session.pending, chunk]);
      pump();
    });
    const end = (): void => {
      session.ended = true;
      pump();
    };
    socket.on('end', end).on('close', end);
    // A client that vanishes is an ordinary end: 'close' follows and what it sent stays.
    socket.on('error', () => undefined);
    readInTurn();
  }

  const canPrint = (): boolean => !faults.paperOut && !faults.coverOpen;

  function pump(): void {
    for (;;) {
      const head = sessions[0];
      if (head === undefined) break;
      const waits = drain(head);
      if (sessions[0] !== head) continue;
      if (!head.ended || waits) break;
      // Half a command at the end of a connection never gets its rest.
      finish(head);
    }
    readInTurn();
  }

  /** Prints what it can of one connection; true while something must wait for paper, the cover or time. */
  function drain(session: Session): boolean {
    answering = session;
    while (session.pending.length > 0) {
      if (!canPrint()) return true;
      if (faults.slowBytesPerSecond !== null && slowBudget <= 0) return waitSlowly();
      if (faults.dieAfterBytes !== null && book.openBytes() >= faults.dieAfterBytes) {
        die();
        return true;
      }
      const used = decoder.step(session.pending);
      if (used === 0) break;
      slowBudget -= used;
      const executed = session.pending.subarray(0, used);
      // Taken off first: whoever hears of a finished ticket may set a fault and bring us back here.
      session.pending = session.pending.subarray(used);
      book.executed(executed);
    }
    return false;
  }

  function finish(session: Session): void {
    sessions = sessions.filter((each) => each !== session);
    decoder.flush();
    book.endConnection();
    if (faults.leavesOpen) leftOpen.push(session.socket);
    else session.socket.end();
  }

  function waitSlowly(): true {
    slowTimer ??= setTimeout(() => {
      slowTimer = null;
      slowBudget = Math.max(1, ((faults.slowBytesPerSecond ?? 0) * SLOW_TICK_MS) / 1000);
      pump();
    }, SLOW_TICK_MS).unref();
    return true;
  }

  function dropConnections(): void {
    const dropped = sessions;
    sessions = [];
    for (const socket of leftOpen) socket.destroy();
    leftOpen = [];
    for (const session of dropped) {
      session.socket.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close');
      session.socket.destroy();
    }
  }

  /** Power lost: buffer and modes gone, the paper stays as far as it came. */
  function die(): void {
    dropConnections();
    decoder.flush();
    decoder.reset();
    book.endConnection();
    apply({ dieAfterBytes: null });
  }

  function apply(patch: Partial<PrinterFaults>): void {
    const before = automaticStatus(faults);
    faults = { ...faults, ...patch };
    const after = automaticStatus(faults);
    if (Buffer.compare(before, after) !== 0) {
      for (const session of sessions) if (session.automaticMask !== 0) send(session, after);
    }
    deps.changed();
  }

  let server: Server | null = null;

  async function listen(): Promise<void> {
    const made = createServer({ allowHalfOpen: true, pauseOnConnect: true }, accept);
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject);
      made.listen(port, deps.host, () => resolve());
    });
    port = (made.address() as AddressInfo).port;
    server = made;
  }

  async function goOffline(): Promise<void> {
    const closing = server;
    server = null;
    dropConnections();
    decoder.reset();
    book.endConnection();
    await new Promise<void>((resolve) => (closing === null ? resolve() : closing.close(() => resolve())));
  }

  await listen();

  return {
    port: (): number => port,
    faults: (): Readonly<PrinterFaults> => faults,

    /** Sets what the patch names. Resolves when the printer has become so, refused connections included. */
    async setFaults(patch: PrinterFaultsPatch): Promise<void> {
      const wasOffline = faults.offline;
      apply(printerFaultsPatchSchema.parse(patch) as Partial<PrinterFaults>);
      if (faults.offline && !wasOffline) await goOffline();
      if (!faults.offline && wasOffline) await listen();
      if (faults.slowBytesPerSecond === null) slowBudget = 0;
      pump();
    },

    async close(): Promise<void> {
      if (slowTimer !== null) clearTimeout(slowTimer);
      await goOffline();
    },
  };
}
