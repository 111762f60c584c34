// A network printer: raw bytes over TCP (port 9100), on a socket of our own so that the printer's answers are heard.
import { connect } from 'node:net';
import { ChannelError } from './channel-error.ts';
import type { Channel, ChannelTimes } from './channel.ts';

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'recusou a conexão',
  EHOSTUNREACH: 'fora da rede',
  ENETUNREACH: 'fora da rede',
  EHOSTDOWN: 'fora da rede',
  ECONNRESET: 'interrompeu a conexão',
  EPIPE: 'interrompeu a conexão',
  ETIMEDOUT: 'não respondeu',
};

export function openTcp(
  host: string,
  port: number,
  address: string,
  { connectMs, stallMs }: ChannelTimes,
  signal: AbortSignal,
): Promise<Channel> {
  const inWords = (error: Error): Error => {
    const { code } = error as NodeJS.ErrnoException;
    return new ChannelError(`${address} ${REASONS[code ?? ''] ?? `falhou (${code ?? error.message})`}`, {
      cause: error,
    });
  };

  return new Promise((opened, failed) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const ended = Promise.withResolvers<Error | null>();
    let hungUp = false;
    const giveUp = setTimeout(() => socket.destroy(new Error('timed out', { cause: 'connect' })), connectMs);
    const abort = (): void => void socket.destroy(new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });

    socket.on('error', (error) => {
      const spoken =
        error.cause === 'connect' ? new ChannelError(`${address} não respondeu`) : inWords(error);
      failed(spoken);
      ended.resolve(spoken);
    });
    socket.on('end', () => {
      hungUp = true;
      ended.resolve(null);
    });
    socket.on('close', () => {
      clearTimeout(giveUp);
      signal.removeEventListener('abort', abort);
      ended.resolve(null);
    });
    socket.on('connect', () => {
      clearTimeout(giveUp);
      // Without a reader the end of the stream would never be seen.
      socket.resume();
      opened({
        answers: true,
        ended: ended.promise,
        onBytes: (listener) => void socket.on('data', listener),
        write: (bytes) =>
          new Promise((written, refused) => {
            const stalled = setTimeout(() => socket.destroy(new Error('ETIMEDOUT')), stallMs);
            const done = (error?: Error | null): void => {
              clearTimeout(stalled);
              if (error) refused(inWords(error));
              else written();
            };
            if (socket.destroyed || hungUp) done(new Error('closed'));
            else socket.write(bytes, done);
          }),
        async finish(waitMs) {
          socket.end();
          const waited = new AbortController();
          const timer = setTimeout(() => waited.abort(), waitMs);
          const outcome = await Promise.race([
            ended.promise,
            new Promise<'silent'>((resolve) =>
              waited.signal.addEventListener('abort', () => resolve('silent'), { once: true }),
            ),
          ]);
          clearTimeout(timer);
          if (outcome instanceof Error) throw outcome;
          return outcome !== 'silent';
        },
        close: () => void socket.destroy(),
        drop: () => void socket.resetAndDestroy(),
      });
    });
  });
}
