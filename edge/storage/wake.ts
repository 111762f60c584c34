// Wakes whoever follows the tables. A wake carries no data: the woken read the tables, so a lost wake only delays.

export type Topic = 'log' | 'menu' | 'print' | 'printer' | 'erased' | 'wholesale' | 'condition';

export class Wake {
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #pending = new Set<Topic>();

  /** Returns the function that stops listening. */
  on(topic: Topic, listener: () => void): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => set.delete(listener);
  }

  /**
   * Wakes after the running code has ended. Transactions are synchronous, so nobody is ever woken inside one and shown
   * what may still be rolled back; a wake for something that was rolled back finds nothing new.
   */
  notify(topic: Topic): void {
    if (this.#pending.size === 0) queueMicrotask(() => this.#flush());
    this.#pending.add(topic);
  }

  #flush(): void {
    const topics = [...this.#pending];
    this.#pending.clear();
    for (const topic of topics) for (const listener of this.#listeners.get(topic) ?? []) listener();
  }
}
