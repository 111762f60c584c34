// Whether anybody is at an address: one connection after another, each given up soon, for a network that swallows what is sent
// while it is away tells nobody when it is back.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const KNOCK_MS_MAX = 500;
const PAUSE_MS = 300;

/** Resolves with true once a connection was made, with false when `signal` says to stop. */
export async function waitUntilReachable(
  url: string,
  signal: AbortSignal,
  random: () => number,
): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const address = { host, port: Number(port) || (protocol === 'wss:' ? 443 : 80) };
  while (!signal.aborted) {
    const socket = connect(address);
    // It may still fail when nobody waits for it any more, and an error that nobody hears ends the process.
    socket.on('error', () => undefined);
    try {
      await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(KNOCK_MS_MAX)]) });
      return true;
    } catch {
      // Nobody there yet.
    } finally {
      socket.destroy();
    }
    await delay((PAUSE_MS * (1 + random())) / 2);
  }
  return false;
}
