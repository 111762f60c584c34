// The stores' sockets of the menu document: who sends on one what cannot be read is turned away for a while, and nothing else of it ends.
import type { WebSocket } from 'ws';
import { turnAway, type TurnedAway } from '@balcao/shared/link/turned-away.ts';

type Closing = { code: number; reason: string };

export function createMenuSockets(deps: {
  /** Takes over a socket of the menu document. */
  serveDocument: (storeId: string, ws: WebSocket, onMalformed: () => void) => Promise<void>;
  clock: () => number;
  log: { warn(details: object, message: string): void };
}) {
  const storeOf = new Map<WebSocket, string>();
  const turnedAway = new Map<string, TurnedAway>();

  return {
    isTurnedAway: (storeId: string): boolean => (turnedAway.get(storeId)?.untilMs ?? 0) > deps.clock(),

    /** Rejects when it could not be served. */
    serve(storeId: string, ws: WebSocket): Promise<void> {
      const onMalformed = (): void => {
        turnedAway.set(storeId, turnAway(turnedAway.get(storeId) ?? null, deps.clock()));
        deps.log.warn({ storeId }, 'a store sent something on the menu document that cannot be read');
      };
      ws.on('error', (error: Error & { code?: string }) => {
        if (error.code?.startsWith('WS_ERR_') === true) onMalformed();
        ws.terminate();
      });
      storeOf.set(ws, storeId);
      ws.on('close', () => storeOf.delete(ws));
      return deps.serveDocument(storeId, ws, onMalformed);
    },

    /** Closes those of every store that `closingOf` has a reason for. */
    close(closingOf: (storeId: string) => Closing | null): void {
      for (const [ws, storeId] of storeOf) {
        const closing = closingOf(storeId);
        if (closing !== null) ws.close(closing.code, closing.reason);
      }
    },
  };
}
