// Asks over the link whether the other side is still there: a half-open line takes all that is said and brings nothing back. Decides
// nothing, for the heartbeat ends such a link.

/** The events of a WebSocket by which the other side is heard. */
export const SIGNS_OF_LIFE = ['pong', 'ping', 'message'] as const;
/** One of them. */
export type SignOfLife = (typeof SIGNS_OF_LIFE)[number];
/** Below what a customer waits for without doubt, and above the round trip of a poor mobile line. */
export const PROBE_MS_MAX = 2500;

/** What of the link's WebSocket is needed. */
export type Line = {
  ping(): void;
  on(sign: SignOfLife, listener: () => void): unknown;
  off(sign: SignOfLife, listener: () => void): unknown;
  readonly readyState: number;
  readonly OPEN: number;
};

/** Asks each time it is called. False when none of `signs` came in time; who asks while another waits gets the same answer. */
export function createLinkProbe(
  line: Line,
  { signs, msMax }: { signs: readonly SignOfLife[]; msMax: number } = {
    signs: SIGNS_OF_LIFE,
    msMax: PROBE_MS_MAX,
  },
): () => Promise<boolean> {
  let probing: Promise<boolean> | null = null;
  const probe = (): Promise<boolean> =>
    new Promise((resolve) => {
      const settle = (hasAnswered: boolean): void => {
        clearTimeout(timer);
        for (const sign of signs) line.off(sign, onSign);
        probing = null;
        resolve(hasAnswered);
      };
      const onSign = (): void => settle(true);
      // A machine that was busy for so long has the answer lying there unread: it is read before the last word.
      const timer = setTimeout(() => setImmediate(() => settle(false)), msMax).unref();
      for (const sign of signs) line.on(sign, onSign);
      if (line.readyState === line.OPEN) line.ping();
    });
  return () => (probing ??= probe());
}
