// Passes what needs a store's link on to the process of the relay that holds it. The processes know each other by the
// secret they share; what is told about the caller is signed with it, for a minute.
import { REQUEST_ID_HEADER, requestId } from '@balcao/shared/host/request-id.ts';
import { handedTrace, TRACE_HEADER } from '@balcao/shared/host/traces.ts';
import { webStreamOf } from '@balcao/shared/host/web-stream.ts';
import { hkdfSync } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable, type Duplex } from 'node:stream';
import { errors, jwtVerify, SignJWT } from 'jose';
import { readHolder } from '@balcao/shared/http/contracts/cluster.ts';

export const FORWARDED = 'x-balcao-forwarded';
const AUDIENCE = 'balcao-forwarded';
const ALGORITHM = 'HS256';
const VALID_SECONDS = 60;
const HOLDER_MS_MAX = 4000;
const HOLDER = readHolder.answers[200];
const HOP_BY_HOP = new Set([
  'connection',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);

export type Forwarder = ReturnType<typeof createForwarder>;

export function createForwarder(deps: { secretsKey: Buffer; clock: () => number }) {
  const { clock } = deps;
  const key = new Uint8Array(hkdfSync('sha256', deps.secretsKey, '', AUDIENCE, 32));

  /** The caller's address, signed. */
  const seal = (clientIp: string): Promise<string> =>
    new SignJWT({ clientIp })
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(AUDIENCE)
      .setExpirationTime(Math.floor(clock() / 1000) + VALID_SECONDS)
      .sign(key);

  return {
    /** The caller's address as another process of this relay tells it; null when nobody who may has. */
    async callerOf(header: string | undefined): Promise<string | null> {
      if (header === undefined) return null;
      try {
        const { payload } = await jwtVerify<{ clientIp: string }>(header, key, {
          algorithms: [ALGORITHM],
          audience: AUDIENCE,
          requiredClaims: ['exp', 'clientIp'],
          currentDate: new Date(clock()),
        });
        return payload.clientIp;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },

    /**
     * The same request at `address`, streamed both ways. Rejects when nobody is there. `fetch`, and so `hono/proxy`, cannot: it
     * writes the address as `host` and says of itself how the caller fetches, and both decide which store and which page asks.
     */
    async send(address: string, request: Request, clientIp: string): Promise<Response> {
      const url = new URL(request.url);
      const headers: Record<string, string> = {};
      for (const [name, value] of request.headers) if (!HOP_BY_HOP.has(name)) headers[name] = value;
      // A length without its content would be waited for at the other end.
      if (request.body === null) delete headers['content-length'];
      headers['host'] = request.headers.get('host') ?? url.host;
      headers[FORWARDED] = await seal(clientIp);
      headers[REQUEST_ID_HEADER] = requestId() ?? '';
      // Whatever the caller said of it is not passed on.
      headers[TRACE_HEADER] = handedTrace()[TRACE_HEADER] ?? '';
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = httpRequest(new URL(url.pathname + url.search, address), {
          method: request.method,
          headers,
          signal: request.signal,
        });
        outgoing.once('response', resolve);
        outgoing.on('error', reject);
        if (request.body === null) outgoing.end();
        else {
          const content = Readable.fromWeb(request.body);
          // A caller that breaks off is passed on as a break; unheard, it would end the process.
          content.on('error', (error) => outgoing.destroy(error));
          content.pipe(outgoing);
        }
      });
      const status = answer.statusCode ?? 502;
      const empty = request.method === 'HEAD' || status === 204 || status === 304;
      if (empty) answer.resume();
      return new Response(empty ? null : webStreamOf(answer), {
        status,
        headers: headersOf(answer.headers),
      });
    },

    /** Which run of which machine holds the store's link at `address`; null when none answers there, or nobody is there. */
    async holder(address: string, storeId: string): Promise<string | null> {
      try {
        const answer = await fetch(new URL(readHolder.path.replace('{storeId}', storeId), address), {
          headers: { [FORWARDED]: await seal('-') },
          signal: AbortSignal.timeout(HOLDER_MS_MAX),
        });
        return answer.ok ? HOLDER.parse(await answer.json()).instance : null;
      } catch {
        return null;
      }
    },

    /** Joins a socket that asked for an upgrade with the process at `address`, from its first byte on. */
    join(address: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
      const { hostname, port } = new URL(address);
      // An IPv6 address stands in brackets there.
      const other = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
      const end = (): void => {
        socket.destroy();
        other.destroy();
      };
      socket.on('error', end).on('close', end);
      other.on('error', end).on('close', end);
      const lines = [`${request.method} ${request.url} HTTP/1.1`];
      for (let at = 0; at < request.rawHeaders.length; at += 2)
        lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
      other.write(`${lines.join('\r\n')}\r\n\r\n`);
      if (head.length > 0) other.write(head);
      socket.pipe(other);
      other.pipe(socket);
    },
  };
}

function headersOf(from: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined || HOP_BY_HOP.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}
