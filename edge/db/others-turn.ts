/**
 * Long work on the database is done in pieces of a few milliseconds, for it has the process to itself meanwhile. Between two pieces
 * whatever waits is answered: orders, the board, the link.
 */
export const othersTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
