// Whether a linked store is still there, as far as is known: in doubt once it answers no ping, and no more once anything comes from it.
// Ends no link: that is the heartbeat's, for a line may be silent for seconds and then go on.
import { createLinkProbe, SIGNS_OF_LIFE } from '@balcao/shared/host/link-probe.ts';
import type { WebSocket } from 'ws';

export type Doubt = {
  /** Finds out now, by a ping. */
  isHeard(): Promise<boolean>;
  isInDoubt(): boolean;
  /** Called when it comes to be in doubt; returns the function that stops listening. */
  onDoubt(listener: () => void): () => void;
};

export function createDoubt(ws: WebSocket, onHeardAgain: () => void): Doubt {
  const probe = createLinkProbe(ws);
  const listeners = new Set<() => void>();
  let inDoubt = false;
  for (const sign of SIGNS_OF_LIFE)
    ws.on(sign, () => {
      if (!inDoubt) return;
      inDoubt = false;
      onHeardAgain();
    });
  return {
    async isHeard() {
      const isAnswered = await probe();
      if (isAnswered || inDoubt || ws.readyState !== ws.OPEN) return isAnswered;
      inDoubt = true;
      for (const listener of [...listeners]) listener();
      return false;
    },
    isInDoubt: () => inDoubt,
    onDoubt(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
