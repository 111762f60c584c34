/**
 * Long work on the database is done in pieces of a few milliseconds, for it has the process to itself meanwhile. Between two pieces
 * whatever waits is answered: orders, the board, the link.
 */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const OTHERS_SHARE = 3;

/** The same for work that nobody waits for: others have the process for three times as long as each piece took. */
export function unhurried(): () => Promise<void> {
  let begunMs = performance.now();
  return async () => {
    const restMs = OTHERS_SHARE * (performance.now() - begunMs);
    await new Promise((resolve) => setTimeout(resolve, restMs).unref());
    begunMs = performance.now();
  };
}
