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
  /** Of our own: it takes nothing more. */
  STALLED: 'parou de receber',
};

export function openTcp(
  host: string,
  port: number,
  address: string,
  { connectMs, stallMs }: ChannelTimes,
  signal: AbortSignal,
): Promise<Channel> {
  const channelErrorOf = (error: Error): Error => {
    const { code } = error as NodeJS.ErrnoException;
    return new ChannelError(`${address} ${REASONS[code ?? ''] ?? `falhou (${code ?? error.message})`}`, {
      cause: error,
    });
  };

  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const ended = Promise.withResolvers<Error | null>();
    let hungUp = false;
    const connectTimer = setTimeout(
      () => socket.destroy(new Error('timed out', { cause: 'connect' })),
      connectMs,
    );
    const abort = (): void => void socket.destroy(new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });

    socket.on('error', (error) => {
      const channelError =
        error.cause === 'connect' ? new ChannelError(`${address} não respondeu`) : channelErrorOf(error);
      reject(channelError);
      ended.resolve(channelError);
    });
    socket.on('end', () => {
      hungUp = true;
      ended.resolve(null);
    });
    socket.on('close', () => {
      clearTimeout(connectTimer);
      signal.removeEventListener('abort', abort);
      ended.resolve(null);
    });
    socket.on('connect', () => {
      clearTimeout(connectTimer);
      // Without a reader the end of the stream would never be seen.
      socket.resume();
      resolve({
        answers: true,
        ended: ended.promise,
        onBytes: (listener) => void socket.on('data', listener),
        write: (bytes) =>
          new Promise((resolveWrite, rejectWrite) => {
            const stallTimer = setTimeout(
              () => socket.destroy(Object.assign(new Error('stalled'), { code: 'STALLED' })),
              stallMs,
            );
            const endWrite = (error?: Error | null): void => {
              clearTimeout(stallTimer);
              if (error) rejectWrite(channelErrorOf(error));
              else resolveWrite();
            };
            if (socket.destroyed || hungUp) endWrite(new Error('closed'));
            else socket.write(bytes, endWrite);
          }),
        async finish(waitMs) {
          socket.end();
          const timeout = new AbortController();
          const timer = setTimeout(() => timeout.abort(), waitMs);
          const outcome = await Promise.race([
            ended.promise,
            new Promise<'silent'>((resolveSilent) =>
              timeout.signal.addEventListener('abort', () => resolveSilent('silent'), { once: true }),
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
