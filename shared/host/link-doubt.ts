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
export const createLinkDoubt = (line: Line, onHeardAgain: (sign: SignOfLife) => void): LinkDoubt =>
  new Doubt(line, onHeardAgain);

/** A class, for a relay has thousands. */
class Doubt implements LinkDoubt {
  readonly #line: Line;
  readonly #probe: () => Promise<boolean>;
  readonly #onHeardAgain: (sign: SignOfLife) => void;
  readonly #listeners: (() => void)[] = [];
  #inDoubt = false;

  constructor(line: Line, onHeardAgain: (sign: SignOfLife) => void) {
    this.#line = line;
    this.#probe = createLinkProbe(line);
    this.#onHeardAgain = onHeardAgain;
  }

  async isHeard(): Promise<boolean> {
    const isAnswered = await this.#probe();
    if (isAnswered || this.#inDoubt || this.#line.readyState !== this.#line.OPEN) return isAnswered;
    this.#inDoubt = true;
    this.#listenForSigns();
    for (const listener of [...this.#listeners]) listener();
    return false;
  }

  /** Only while in doubt: nearly every link is in none, all of the time. */
  #listenForSigns(): void {
    const listening = SIGNS_OF_LIFE.map((sign) => {
      const onSign = (): void => {
        for (const [each, listener] of listening) this.#line.off(each, listener);
        this.#inDoubt = false;
        this.#onHeardAgain(sign);
      };
      this.#line.on(sign, onSign);
      return [sign, onSign] as const;
    });
  }

  isInDoubt(): boolean {
    return this.#inDoubt;
  }

  onDoubt(listener: () => void): () => void {
    this.#listeners.push(listener);
    return () => {
      const at = this.#listeners.indexOf(listener);
      if (at >= 0) this.#listeners.splice(at, 1);
    };
  }
}
