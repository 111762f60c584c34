// Asks a server as fast as it answers: raw sockets, kept alive, one request under way on each. Written so that it
// costs less than any server it measures; how much it did cost is part of what it says.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: string };
export type Load = {
  perSecond: number;
  answers: number;
  /** Of each answer, in the order they came. */
  latenciesMs: number[];
  /** What this side took of one core; near 1, the load was the bottleneck and not the server. */
  cpuShare: number;
};

export type Caller = { ask(request: Buffer): Promise<Answer>; close(): void };

/** `host`: the name that is asked for, where several stores share the port. */
export type Target = { port: number; path: string; host?: string; headers?: Record<string, string> };

/** The bytes of a POST with a JSON body. */
export function post({ port, path, host = `127.0.0.1:${port}`, headers = {} }: Target, body: string): Buffer {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${more.join('')}\r\n${body}`,
  );
}

/** The bytes of a GET. */
export function get({ port, path, headers = {} }: Target): Buffer {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${more.join('')}\r\n`);
}

/** Node's servers say five seconds of how long they keep a connection that is silent. Who heeds that is never cut off as it asks. */
const SILENT_MS_MAX = 4000;

/** A server ends a connection that was silent for some seconds: then, and shortly before, the next request opens another. */
export async function openCaller(port: number): Promise<Caller> {
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;
  const fail = (error: Error): void => {
    waiting?.reject(error);
    waiting = null;
  };
  async function open(): Promise<Socket> {
    const opened = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(opened, 'connect');
    let received: Buffer = Buffer.alloc(0);
    opened.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const answer = readAnswer(received);
      if (!answer || !waiting) return;
      received = Buffer.alloc(0);
      const { resolve } = waiting;
      waiting = null;
      resolve(answer);
    });
    // One that was put aside says nothing of the one after it.
    opened.on('error', (error) => socket === opened && fail(error));
    opened.on('close', () => socket === opened && fail(new Error('the server hung up')));
    return opened;
  }
  let socket = await open();
  let askedAt = performance.now();
  return {
    async ask(request) {
      if (socket.destroyed || performance.now() - askedAt > SILENT_MS_MAX) {
        socket.destroy();
        socket = await open();
      }
      askedAt = performance.now();
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      });
    },
    close: () => socket.destroy(),
  };
}

/** One whole answer, or null while some of it is missing. */
function readAnswer(received: Buffer): Answer | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const status = Number(head.slice(9, 12));
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const bodyStart = headEnd + 4;
  if (length !== undefined) {
    const end = bodyStart + Number(length);
    if (received.length < end) return null;
    // Files are not text, and nobody reads them here.
    return {
      status,
      get body() {
        return received.toString('utf8', bodyStart, end);
      },
    };
  }
  // Chunked. Bodies here are JSON, which never holds this sequence.
  if (received.indexOf('\r\n0\r\n\r\n', bodyStart - 2) < 0) return null;
  const chunks = received.toString('utf8', bodyStart).split('\r\n');
  return { status, body: chunks.filter((_, index) => index % 2 === 1).join('') };
}

/** Keeps `callers` busy for `forMs` or until `count` answers; an answer other than `expect` ends it. Without `body` it is a GET. */
export async function load(
  target: Target,
  options: { callers: number; forMs?: number; count?: number; body?: () => string; expect: number },
): Promise<Load> {
  const { callers, forMs = Infinity, count = Infinity, body, expect } = options;
  const open = await Promise.all(Array.from({ length: callers }, () => openCaller(target.port)));
  const latenciesMs: number[] = [];
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let asked = 0;
  try {
    await Promise.all(
      open.map(async (caller) => {
        while (asked < count && performance.now() - startedAt < forMs) {
          asked += 1;
          const request = body ? post(target, body()) : get(target);
          const askedAt = performance.now();
          const answer = await caller.ask(request);
          latenciesMs.push(performance.now() - askedAt);
          if (answer.status !== expect)
            throw new Error(
              `${target.path} answered ${answer.status}, not ${expect}: ${answer.body.slice(0, 300)}`,
            );
        }
      }),
    );
  } finally {
    for (const caller of open) caller.close();
  }
  const tookMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  return {
    answers: latenciesMs.length,
    perSecond: (latenciesMs.length * 1000) / tookMs,
    latenciesMs,
    cpuShare: (cpu.user + cpu.system) / 1000 / tookMs,
  };
}
