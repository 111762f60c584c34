// Asks over the link whether the relay is still there: a half-open line takes all that is said and brings nothing back. Decides nothing,
// for the heartbeat ends such a link.
import type { WebSocket } from 'ws';

export const SIGNS_OF_LIFE = ['pong', 'ping', 'message'] as const;
/** Below what a customer waits for without doubt, and above the round trip of a poor mobile line. */
export const PROBE_MS_MAX = 2500;

/** False when nothing came back in time; who asks while another waits gets the same answer. */
export function createLinkProbe(
  ws: Pick<WebSocket, 'ping' | 'on' | 'off' | 'readyState' | 'OPEN'>,
): () => Promise<boolean> {
  let probing: Promise<boolean> | null = null;
  const probe = (): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (hasAnswered: boolean): void => {
        clearTimeout(timer);
        for (const sign of SIGNS_OF_LIFE) ws.off(sign, onSign);
        probing = null;
        resolve(hasAnswered);
      };
      const onSign = (): void => settle(true);
      // A machine that was busy for so long has the answer lying there unread: it is read before the last word.
      const timer = setTimeout(() => setImmediate(() => settle(false)), PROBE_MS_MAX).unref();
      for (const sign of SIGNS_OF_LIFE) ws.on(sign, onSign);
      if (ws.readyState === ws.OPEN) ws.ping();
    });
  return () => (probing ??= probe());
}
