// HTTPS on the shop's own network, beside plain HTTP, for a shop that has a certificate for a name of its own. Whatever is wrong with
// the certificate is told, and never stops the shop: plain HTTP goes on.
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostNameOf } from '@balcao/shared/host/own-hosts.ts';
import { readCertificate, type Certificate, type CertificateFiles } from './certificate.ts';

/** A renewed certificate is served after so long at the latest. */
const CHECK_EVERY_MS = 60_000;

export type TlsListener = ReturnType<typeof createTlsListener>;

export function createTlsListener(deps: {
  files: CertificateFiles;
  host: string;
  port: number;
  answer: RequestListener;
  clock: () => number;
  log: { info(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { files, clock, log } = deps;
  let certificate: Certificate | null = null;
  let trouble: string | null = null;
  let server: Server | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Reads the files again and serves what they hold; what was served before goes on while they are wrong. */
  async function checkCertificate(): Promise<void> {
    const found = await readCertificate(files, clock());
    if (!found.ok) {
      if (found.refusal !== trouble) log.error({ trouble: found.refusal }, 'https has no good certificate');
      trouble = found.refusal;
      return;
    }
    trouble = null;
    const { cert, key } = found.value;
    if (certificate?.cert === cert && certificate.key === key) return;
    if (server) server.setSecureContext({ cert, key });
    else server = await listen(createServer({ cert, key }, deps.answer), deps);
    certificate = found.value;
    log.info({ validTo: new Date(certificate.validToMs).toISOString() }, 'https has a certificate');
  }

  const checkSafely = (): Promise<void> =>
    checkCertificate().catch((error: unknown) => log.error({ err: error }, 'https could not be opened'));

  return {
    checkCertificate,

    async start(): Promise<void> {
      await checkSafely();
      timer = setInterval(() => void checkSafely(), CHECK_EVERY_MS);
      timer.unref();
    },

    /** Where a browser that asked for `host` by plain HTTP is better off; null when the certificate is not for that name. */
    betterAt(host: string): string | null {
      if (server === null || certificate === null || clock() >= certificate.validToMs) return null;
      const name = host.replace(/:\d+$/, '');
      if (!certificate.names(name)) return null;
      const { port } = server.address() as AddressInfo;
      return port === 443 ? `https://${name}` : `https://${name}:${port}`;
    },

    /** Whether a `Host` header is a name of the certificate: then it is a name of this store. */
    isNamed(header: string): boolean {
      const name = hostNameOf(header);
      return name !== null && certificate !== null && certificate.names(name);
    },

    stop(): void {
      if (timer) clearInterval(timer);
      server?.close();
    },
    cut: (): void => server?.closeAllConnections(),
  };
}

/** Plain HTTP that sends a browser on to HTTPS where that is sure to work, and else answers as ever. */
export function redirectToHttps(
  tls: Pick<TlsListener, 'betterAt'>,
  answer: RequestListener,
): RequestListener {
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const better = tls.betterAt(incoming.headers.host ?? '');
    if (better === null) {
      answer(incoming, outgoing);
      return;
    }
    // 307: what was sent is sent again as it is, and when the certificate is gone one day, nobody remembers it.
    outgoing
      .writeHead(307, { location: `${better}${incoming.url ?? '/'}`, 'cache-control': 'no-store' })
      .end();
  };
}

function listen(server: Server, { port, host }: { port: number; host: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is taken: set EDGE_HTTPS_PORT to another one`)
          : error,
      ),
    );
    server.listen(port, host, () => resolve(server));
  });
}
