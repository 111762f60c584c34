// The answers for files whose names carry a content hash. Such a file never changes, and neither does its answer: what the app
// gave once is given again from memory, without asking it. On a Pi that is most of what a new customer's phone loads.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';

/** What is needed of Node's `IncomingMessage`. */
type Incoming = {
  method?: string | undefined;
  url?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
};
/** What is needed of Node's `ServerResponse`. */
type Outgoing = {
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  end(bytes: Uint8Array): unknown;
};
/** What is needed of a `Response`. */
type Answer = {
  status: number;
  headers: Iterable<[string, string]> & { get(name: string): string | null };
  clone(): { arrayBuffer(): Promise<ArrayBuffer> };
};
type Kept = { headers: Record<string, string | number>; bytes: Uint8Array };

/** Files of the app are far fewer; whoever asks for more gets them from the app. */
const KEPT_MAX = 500;

/** Node's listener for an application, which `answer` asks for what is not in memory. */
export function listenWithAssets(
  answer: (request: Request, connection: HttpBindings) => Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const assets = createAssetMemory();
  const listener = getRequestListener(async (request, env) => {
    const connection = env as HttpBindings;
    return assets.keep(connection.incoming, await answer(request, connection));
  });
  return (incoming, outgoing) => {
    if (!assets.answer(incoming, outgoing)) void listener(incoming, outgoing);
  };
}

/** One per process; `answer` comes before the app, `keep` after it. */
export function createAssetMemory() {
  const kept = new Map<string, Kept>();
  /** Null for what has to be asked: other methods and addresses, and whoever has some of it already. */
  const keyOf = ({ method, url, headers }: Incoming): string | null =>
    method === 'GET' &&
    url?.startsWith('/assets/') === true &&
    headers['if-none-match'] === undefined &&
    headers['range'] === undefined
      ? `${String(headers['accept-encoding'])} ${url}`
      : null;

  return {
    /** Whether it has answered. */
    answer(incoming: Incoming, outgoing: Outgoing): boolean {
      const key = keyOf(incoming);
      const known = key === null ? undefined : kept.get(key);
      if (!known) return false;
      outgoing.writeHead(200, known.headers);
      outgoing.end(known.bytes);
      return true;
    },

    /** Keeps the app's answer if it holds for ever, and gives it back. */
    async keep<A extends Answer>(incoming: Incoming, response: A): Promise<A> {
      const key = keyOf(incoming);
      if (key === null || response.status !== 200 || kept.size >= KEPT_MAX) return response;
      if (response.headers.get('cache-control')?.includes('immutable') !== true) return response;
      const bytes = new Uint8Array(await response.clone().arrayBuffer());
      const headers = { ...Object.fromEntries(response.headers), 'content-length': bytes.length };
      kept.set(key, { headers, bytes });
      return response;
    },
  };
}
