// Wakes whoever follows the tables. A wake carries no data: the woken read the tables, so a lost wake only delays.

export type Topic = 'log' | 'menu' | 'print' | 'printer';

export class Wake {
  readonly #listeners = new Map<Topic, Set<() => void>>();

  /** Returns the function that stops listening. */
  on(topic: Topic, listener: () => void): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => set.delete(listener);
  }

  notify(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
