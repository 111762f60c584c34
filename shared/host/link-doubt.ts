// Whether the other side of a link is still there, as far as is known: in doubt once it answers no ping, and no more once anything comes
// from it. Ends no link: a line may be silent for seconds and then go on.
import { createLinkProbe, SIGNS_OF_LIFE, type Line, type SignOfLife } from './link-probe.ts';

/** What is known of the other side, and who is told. Nothing here rejects. */
export type LinkDoubt = {
  /** Finds out now, by a ping. */
  isHeard(): Promise<boolean>;
  /** Not heard when last looked, and since then. */
  isInDoubt(): boolean;
  /** Called when it comes to be in doubt; returns the function that stops listening. */
  onDoubt(listener: () => void): () => void;
};

/** `onHeardAgain` is called at the end of each doubt but that of the link, with the sign that ended it. */
export function createLinkDoubt(line: Line, onHeardAgain: (sign: SignOfLife) => void): LinkDoubt {
  const probe = createLinkProbe(line);
  const listeners = new Set<() => void>();
  let inDoubt = false;
  for (const sign of SIGNS_OF_LIFE)
    line.on(sign, () => {
      if (!inDoubt) return;
      inDoubt = false;
      onHeardAgain(sign);
    });
  return {
    async isHeard() {
      const isAnswered = await probe();
      if (isAnswered || inDoubt || line.readyState !== line.OPEN) return isAnswered;
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
