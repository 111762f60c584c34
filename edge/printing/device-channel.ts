// A USB printer: bytes into a device file such as /dev/usb/lp0, without ever blocking a thread on a printer that is off.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ChannelError } from './channel-error.ts';
import type { Channel, ChannelTimes } from './channel.ts';

const POLL_MS = 20;
const CHUNK_BYTES = 4096;

const REASONS: Record<string, string> = {
  ENOENT: 'não encontrada: está ligada e com o cabo?',
  ENODEV: 'não encontrada: está ligada e com o cabo?',
  ENXIO: 'não encontrada: está ligada e com o cabo?',
  EACCES: 'sem permissão de uso',
  EBUSY: 'em uso por outro programa',
};

export async function openDevice(path: string, { stallMs }: ChannelTimes): Promise<Channel> {
  const channelErrorOf = (error: unknown): Error => {
    const { code, message } = error as NodeJS.ErrnoException;
    return new ChannelError(`${path} ${REASONS[code ?? ''] ?? `falhou (${code ?? message})`}`, {
      cause: error,
    });
  };
  const isBusy = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EAGAIN';
  const flags = constants.O_NONBLOCK | constants.O_NOCTTY;

  const file = await open(path, constants.O_RDWR | flags).catch((error: unknown) => {
    throw channelErrorOf(error);
  });
  // Only a character device talks back; reading a plain file would give us our own bytes.
  const answers = (await file.stat()).isCharacterDevice();
  const ended = Promise.withResolvers<Error | null>();
  let isOpen = true;
  let listener: (bytes: Uint8Array) => void = () => undefined;

  async function listen(): Promise<void> {
    const buffer = new Uint8Array(64);
    while (isOpen) {
      try {
        const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
        if (bytesRead > 0) listener(buffer.slice(0, bytesRead));
        else await wait(POLL_MS);
      } catch (error) {
        if (!isOpen) return;
        if (!isBusy(error)) return ended.resolve(channelErrorOf(error));
        await wait(POLL_MS);
      }
    }
  }

  async function write(bytes: Uint8Array): Promise<void> {
    let sent = 0;
    let stalledForMs = 0;
    while (sent < bytes.length) {
      if (!isOpen) throw new ChannelError(`${path} fechada`);
      try {
        const { bytesWritten } = await file.write(bytes, sent, Math.min(CHUNK_BYTES, bytes.length - sent));
        sent += bytesWritten;
        stalledForMs = 0;
      } catch (error) {
        if (!isBusy(error)) throw channelErrorOf(error);
        if (stalledForMs >= stallMs) throw new ChannelError(`${path} parou de receber`, { cause: error });
        await wait(POLL_MS);
        stalledForMs += POLL_MS;
      }
    }
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    file.close().catch((error: unknown) => ended.resolve(channelErrorOf(error)));
    ended.resolve(null);
  }

  if (answers) void listen();
  return {
    answers,
    ended: ended.promise,
    write,
    onBytes: (onBytes) => (listener = onBytes),
    // A device has no end of conversation to wait for.
    finish: () => Promise.resolve(null),
    close,
    drop: close,
  };
}
