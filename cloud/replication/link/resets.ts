// How often the relay may tell a store that a request is of no more interest. HTTP/2 counts such words as an attack: with more than a
// thousand at once, and 33 a second after that, the store's end breaks the link off, and everybody's uploads and streams with it.

const AT_ONCE = 500;
const PER_SECOND = 25;

/** Each reset at once while there is room, else in its turn. */
export class Resets {
  readonly #waiting: (() => void)[] = [];
  #allowance = AT_ONCE;
  #filledAtMs = performance.now();
  #timer: NodeJS.Timeout | null = null;

  queueReset(reset: () => void): void {
    this.#waiting.push(reset);
    if (this.#timer === null) this.#runWaiting();
  }

  dropWaiting(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #runWaiting(): void {
    this.#timer = null;
    const nowMs = performance.now();
    this.#allowance = Math.min(AT_ONCE, this.#allowance + ((nowMs - this.#filledAtMs) * PER_SECOND) / 1000);
    this.#filledAtMs = nowMs;
    while (this.#allowance >= 1 && this.#waiting.length > 0) {
      this.#allowance -= 1;
      this.#waiting.shift()?.();
    }
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#runWaiting(), 1000 / PER_SECOND);
  }
}
