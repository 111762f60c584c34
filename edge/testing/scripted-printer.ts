// Printers that do what a test says, on a clock of its own, and a record of what goes over their lines: for whole conversations of the print
// queue, written down as text. Stands in for the channels (`vi.mock` of tcp-channel.ts and device-channel.ts).
import { pino } from 'pino';
import { vi } from 'vitest';
import { ChannelError } from '../printing/channel-error.ts';
import type { Channel } from '../printing/channel.ts';
import { createPrinting, type Printing } from '../printing/printing.ts';
import { createJobs } from '../printing/jobs.ts';
import { writeDocument } from '../printing/receipt/document.ts';
import { SAMPLES } from '../printing/receipt/samples.ts';
import { openDatabase, type Db } from '../storage/open.ts';

const START_MS = Date.parse('2026-11-21T15:00:00-03:00');
export const KITCHEN = '10.0.0.9:9100';
export const READY = [0x12, 0x12];

/** How a printer behaves at the moment; what is left out it does not do. */
export type Nature = {
  /** Why nobody comes through to it. */
  away?: string;
  answers?: boolean;
  status?: number[];
  /** Says that a ticket is out, so many milliseconds after it came. */
  tellsAfterMs?: number;
  hangsUp?: boolean | null;
  /** Of itself, 200 ms after a ticket came. */
  meanwhile?: (printer: { say: (bytes: number[]) => void; end: (error: Error | null) => void }) => void;
};

const natures = new Map<string, Nature>();
const names = new Map<string, string>();
let lines: string[] = [];

export const is = (nature: Nature, address = KITCHEN): void => void natures.set(address, nature);
const named = (text: string): string =>
  [...names].reduce((words, [id, name]) => words.replaceAll(id, name), text);
export function say(line: string): void {
  lines.push(`${String(Math.round(performance.now())).padStart(8)}  ${named(line)}`);
}

/** Asks to be told when all before it is out; four characters follow, by which it is told. */
const ASK_DONE = '\x1d(H\x06\x0000';
/** Commands as words; of a slip its length and its first words. */
function readable(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replaceAll('\x10\x04\x01\x10\x04\x04', '\0[how are you?]\0')
    .replaceAll('\x1d\x61\x0f', '\0[tell changes]\0')
    .split(ASK_DONE)
    .map((part, n) => (n === 0 ? part : `\0[say ${part.slice(0, 4)} when that is out]\0${part.slice(4)}`))
    .join('')
    .split(/\0(\[[^\]]*\])\0/)
    .filter((part) => part !== '')
    .map((part) => (/^\[.*\]$/.test(part) ? part : `[slip of ${part.length} bytes${headOf(part)}]`))
    .join(' ');
}
const headOf = (slip: string): string =>
  `${slip.includes('\x1dv0') ? ', with a picture' : ''}${/2. VIA/.test(slip) ? ', a repeat' : ''}`;

export function openScripted(address: string): Promise<Channel> {
  const nature = (): Nature => natures.get(address) ?? {};
  const { away } = nature();
  say(`${address} dialled${away === undefined ? '' : `: ${away}`}`);
  if (away !== undefined) return Promise.reject(new ChannelError(`${address} ${away}`));
  const ended = Promise.withResolvers<Error | null>();
  let hear: (bytes: Uint8Array) => void = () => undefined;
  let isOpen = true;
  const tell = (bytes: number[]): void => {
    if (!isOpen) return;
    const text = bytes[0] === 0x37 ? `${String.fromCharCode(...bytes.slice(2, 6))} is out` : hexOf(bytes);
    say(`${address} > ${text}`);
    hear(Uint8Array.from(bytes));
  };
  const leave = (how: string) => (): void => {
    if (isOpen) say(`${address} ${how}`);
    isOpen = false;
  };
  return Promise.resolve({
    answers: nature().answers ?? true,
    ended: ended.promise,
    onBytes: (listener) => (hear = listener),
    write(bytes) {
      const words = readable(bytes);
      say(`${address} < ${words}`);
      const { status, tellsAfterMs, meanwhile } = nature();
      if (words === '[how are you?]') {
        if (status) setTimeout(() => tell(status), 50);
        return Promise.resolve();
      }
      if (tellsAfterMs !== undefined)
        for (const part of Buffer.from(bytes).toString('latin1').split(ASK_DONE).slice(1)) {
          const id = part.slice(0, 4);
          setTimeout(() => tell([0x37, 0x22, ...Buffer.from(id), 0]), id === '~~~~' ? 20 : tellsAfterMs);
        }
      if (meanwhile !== undefined) setTimeout(() => meanwhile({ say: tell, end: ended.resolve }), 200);
      return Promise.resolve();
    },
    finish(waitMs) {
      const hangsUp = nature().hangsUp ?? null;
      say(`${address} nothing more comes, for up to ${waitMs} ms; hangs up: ${hangsUp ?? 'it cannot'}`);
      return Promise.resolve(hangsUp);
    },
    close: leave('let go'),
    drop: leave('broken off'),
  });
}
const hexOf = (bytes: number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');

let database: Db | null = null;
/** Migrated once for all scenes of a file. */
function emptyDatabase(): Db {
  database ??= openDatabase(':memory:', 'edge/storage/migrations');
  database.$client.exec(
    'delete from print_jobs; delete from printers; delete from meta; delete from sqlite_sequence',
  );
  return database;
}

type SceneDeps = Partial<Parameters<typeof createPrinting>[0]>;

/** A print queue of its own, which begins at nought; what is said of it stands below `title`. */
export function openScene(title: string, deps: SceneDeps = {}) {
  vi.useFakeTimers({
    now: START_MS,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
  });
  natures.clear();
  names.clear();
  lines = [`## ${title}`];
  let changes = 0;
  const db = emptyDatabase();
  const jobs = createJobs(db);
  const log = pino(
    { base: null, timestamp: false },
    {
      write(line: string) {
        const { level, msg, err, ...fields } = JSON.parse(line) as {
          level: number;
          msg: string;
          err?: { message: string };
        };
        const name = level === 30 ? 'info' : level === 40 ? 'warn' : 'error';
        say(`log ${name}: ${msg} ${JSON.stringify(fields)}${err ? ` (${err.message})` : ''}`);
      },
    },
  );
  const open = (): Printing =>
    createPrinting({
      ...{ db, clock: Date.now, log, timeZone: 'America/Sao_Paulo', simulators: false },
      onChange: () => (changes += 1),
      ...deps,
    });
  let printing = open();

  const scene = {
    db,
    printing: () => printing,
    add(name: string, changed: object = {}): string {
      const saved = printing.printers.save(null, {
        ...{ name, enabled: true, columns: 48, codePage: 'PC850', purposes: ['kitchen'], pictures: false },
        transport: { kind: 'tcp', host: '10.0.0.9', port: 9100 },
        ...changed,
      });
      if (!saved.ok) throw new Error(JSON.stringify(saved.refusal));
      names.set(saved.value.id, `<${name}>`);
      return saved.value.id;
    },
    queue(printerId: string, content = writeDocument(SAMPLES.kitchen)): number {
      const nowMs = Date.now();
      jobs.insert({ printerId, purpose: 'kitchen', orderId: null, copy: 1, content, nowMs });
      say('a ticket is queued');
      printing.wake();
      return Math.max(...jobs.listed().map(({ id }) => id));
    },
    /** Something that a person does, with its answer. */
    does(what: string, answer: unknown): void {
      say(`${what}: ${JSON.stringify(answer) ?? 'done'}`);
    },
    /** The clock is later by so much, and no timer has run. */
    jump: (ms: number): void => void vi.setSystemTime(Date.now() + ms),
    /** Minutes: of what goes over the line only how often it was dialled stays. */
    async wait(ms: number): Promise<void> {
      const before = lines.length;
      await vi.advanceTimersByTimeAsync(ms);
      const meanwhile = lines.splice(before);
      lines.push(...meanwhile.filter((line) => line.includes('  log ')));
      say(`dialled ${meanwhile.filter((line) => line.includes(' dialled')).length} times meanwhile`);
      await scene.pass(0);
    },
    /** Lets time pass, and says then how everything stands. */
    async pass(ms: number): Promise<void> {
      await vi.advanceTimersByTimeAsync(ms);
      say(`after ${ms} ms, ${changes} changes told`);
      changes = 0;
      const at = (time: number): string => `+${time - START_MS}`;
      for (const one of printing.status())
        lines.push(
          `          ${one.name}: ${one.state} (${one.stateText})${one.paperLow ? ', little paper' : ''} since ${at(one.sinceMs)}, ${one.detail ?? 'no trouble'}; ${one.waiting} wait, ${one.held} held, ${one.failed} failed`,
        );
      for (const job of printing.queue.list())
        lines.push(
          named(
            `          job ${job.id} on ${job.printerId}: ${job.state} (${job.stateText}), copy ${job.copy}, attempts ${job.attempts}, next ${at(job.nextAtMs)}, made ${at(job.createdAtMs)}, changed ${at(job.updatedAtMs)}: ${job.lastError ?? '-'}`,
          ),
        );
    },
    async test(id: string): Promise<void> {
      say('a test page is asked for');
      const asked = printing.testPrint(id).then((answer) => say(`test page: ${JSON.stringify(answer)}`));
      await vi.advanceTimersByTimeAsync(30_000);
      await asked;
    },
    async stop(): Promise<void> {
      const stopping = printing.stop();
      await vi.advanceTimersByTimeAsync(10_000);
      await stopping;
      say('stopped');
    },
    /** Another process of the store, on the same file. */
    again(): void {
      printing = open();
      printing.start();
    },
    /** Ends it; what was said. */
    async end(): Promise<string> {
      const said = lines;
      lines = [];
      await scene.stop();
      vi.useRealTimers();
      return [...said, ''].join('\n');
    },
  };
  return scene;
}
