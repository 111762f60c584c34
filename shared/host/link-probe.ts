// Asks over the link whether the other side is still there: a half-open line takes all that is said and brings nothing back. Decides
// nothing, for the heartbeat ends such a link.

/** The events of a WebSocket by which the other side is heard. */
export const SIGNS_OF_LIFE = ['pong', 'ping', 'message'] as const;
/** Below what a customer waits for without doubt, and above the round trip of a poor mobile line. */
export const PROBE_MS_MAX = 2500;

/** What of the link's WebSocket is needed. */
export type Line = {
  ping(): void;
  on(sign: (typeof SIGNS_OF_LIFE)[number], listener: () => void): unknown;
  off(sign: (typeof SIGNS_OF_LIFE)[number], listener: () => void): unknown;
  readonly readyState: number;
  readonly OPEN: number;
};

/** Asks each time it is called. False when nothing came back in time; who asks while another waits gets the same answer. */
export function createLinkProbe(line: Line): () => Promise<boolean> {
  let probing: Promise<boolean> | null = null;
  const probe = (): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (hasAnswered: boolean): void => {
        clearTimeout(timer);
        for (const sign of SIGNS_OF_LIFE) line.off(sign, onSign);
        probing = null;
        resolve(hasAnswered);
      };
      const onSign = (): void => settle(true);
      // A machine that was busy for so long has the answer lying there unread: it is read before the last word.
      const timer = setTimeout(() => setImmediate(() => settle(false)), PROBE_MS_MAX).unref();
      for (const sign of SIGNS_OF_LIFE) line.on(sign, onSign);
      if (line.readyState === line.OPEN) line.ping();
    });
  return () => (probing ??= probe());
}
