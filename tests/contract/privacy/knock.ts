// One request as somebody outside sends it, and everything that comes back: status, headers, cookies, body.
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';

export type Call = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};
export type Heard = { status: number; headers: string; body: string };
export type Knocker = ReturnType<typeof createKnocker>;

const HEARD_MS_MAX = 60_000;
/** Of one address, before the next is taken: fewer than any limit counts to. */
const CALLS_PER_ADDRESS = 3;

/** Each few calls come from another address: to the store by the socket, to the relay by the word of its proxy. */
export function createKnocker(url: string, isStore: boolean) {
  const { hostname, port } = new URL(url);
  // A connection for each: the server ends one that is idle for five seconds, and reading what was said takes as long on a busy machine.
  const agent = new Agent({ maxSockets: 16 });
  let calls = 0;
  const address = (): string => {
    calls += 1;
    const n = Math.floor(calls / CALLS_PER_ADDRESS) + 1;
    return `${isStore ? 127 : 198}.${isStore ? 1 : 18}.${(n >> 8) & 255}.${n & 255}`;
  };

  function open({ method, path, headers = {}, body }: Call, by: Agent | false = agent): ClientRequest {
    const from = address();
    const given = request({
      hostname,
      port,
      method,
      path,
      agent: by,
      ...(isStore ? { localAddress: from } : {}),
      headers: {
        origin: url,
        ...(isStore ? {} : { 'x-forwarded-for': from }),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    given.end(body);
    return given;
  }
  const answerOf = (given: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => given.once('response', resolve).once('error', reject));

  return {
    url,
    isStore,

    /** Of a stream that never ends, only its beginning. */
    async ask(call: Call): Promise<Heard> {
      const given = open(call);
      given.setTimeout(HEARD_MS_MAX, () =>
        given.destroy(new Error(`${call.method} ${call.path}: no answer`)),
      );
      const answer = await answerOf(given);
      const chunks: Buffer[] = [];
      const isStream = /event-stream/.test(answer.headers['content-type'] ?? '');
      for await (const chunk of answer) {
        chunks.push(chunk as Buffer);
        if (isStream) break;
      }
      if (isStream) given.destroy();
      return {
        status: answer.statusCode ?? 0,
        // The time of day is nobody's secret, and each second another.
        headers: `${answer.statusMessage}\n${answer.rawHeaders.join('\n')}`.replace(/\ndate\n.*/i, ''),
        body: Buffer.concat(chunks).toString('latin1'),
      };
    },

    /** A live stream, kept open on a connection of its own. */
    async listen(path: string): Promise<{ heard: () => string; close: () => void }> {
      const given = open({ method: 'GET', path, headers: { connection: 'close' } }, false);
      const answer = await answerOf(given);
      let heard = answer.rawHeaders.join('\n');
      answer.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
      answer.on('error', () => undefined);
      given.on('error', () => undefined);
      return { heard: () => heard, close: () => given.destroy() };
    },

    close: () => agent.destroy(),
  };
}
