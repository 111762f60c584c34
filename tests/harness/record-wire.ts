// What goes over the wire in a walk that is written down: the provider behind somebody who listens, pages' events, headers and lines of the log.
import { Hono } from 'hono';
import { DEMO_ACCESS_TOKEN } from '../simulators/mercado-pago/demo-credentials.ts';
import { fieldsOf, written } from './record-text.ts';

const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
/** Of an answer's headers, those that say something to whoever asked. */
const HEADERS = [
  ...[
    'content-type',
    'cache-control',
    'retry-after',
    'etag',
    'location',
    'set-cookie',
    'vary',
    'x-balcao-answered-by',
  ],
  ...['content-disposition', 'content-encoding', 'content-digest', 'ratelimit-reset', 'x-robots-tag'],
] as const;

export const headersOf = (answer: Response, more: readonly string[]): string => {
  const isJson = /json/.test(answer.headers.get('content-type') ?? '');
  return [...HEADERS, ...more]
    .filter((name) => answer.headers.has(name) && !(name === 'etag' && isJson))
    .map((name) => `${name} ${answer.headers.get(name)}`)
    .join(', ');
};

/** A line of the relay's log, without when and of which request. */
export function logLineOf(line: string): string {
  const {
    level,
    msg,
    time: _time,
    reqId: _id,
    err,
    ...details
  } = JSON.parse(line) as {
    [key: string]: unknown;
    level: number;
  };
  // Whether a broken line is first noticed by reading or by writing is as it happens.
  const failed =
    msg === 'a link ended' ? undefined : (err as { type?: string; message?: string } | undefined);
  const more = fieldsOf({ ...details, ...(failed && { err: `${failed.type}: ${failed.message}` }) });
  return `log ${LEVELS[level]}: ${String(msg)}${more === '' ? '' : ` (${more})`}`;
}

/** Which page an event went to. */
export const pageOf = (event: string): string => event.split(': ', 1).join('');

/** The provider behind somebody who listens. */
export async function heardProvider(url: string, hear: (text: string) => void): Promise<Hono> {
  const app = new Hono();
  app.all('*', async ({ req }) => {
    const { pathname, search } = new URL(req.url);
    const body = await req.text();
    const answer = await fetch(url + pathname + search, {
      method: req.method,
      headers: { ...req.header(), connection: 'close' },
      ...(body === '' ? {} : { body }),
    });
    const key = req.header('x-idempotency-key');
    const who =
      req.header('authorization') === `Bearer ${DEMO_ACCESS_TOKEN}` ? 'by the shop' : 'by somebody else';
    const keyed = key === undefined || req.method === 'GET' ? '' : ` under ${key}`;
    hear(
      `to the provider: ${req.method} ${pathname}${search}${body === '' ? '' : ` ${written(body)}`} ${who}${keyed} → ${answer.status}`,
    );
    return new Response(await answer.arrayBuffer(), {
      status: answer.status,
      headers: {
        'content-type': 'application/json',
        ...(answer.headers.has('retry-after')
          ? { 'retry-after': String(answer.headers.get('retry-after')) }
          : {}),
      },
    });
  });
  return app;
}

/** Each event of a page as it comes, until the page is closed. */
export async function readEvents(answer: Response, hear: (event: string) => void): Promise<void> {
  let text = '';
  try {
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const one of whole) {
        const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)/.exec(one) ?? [];
        if (event !== 'ping') hear(`${event} ${written(data)}`);
      }
    }
  } catch {
    // The page was closed, or the relay ended it.
  }
}
