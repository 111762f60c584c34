// Wakes whoever follows a store's tables on this relay. A wake carries no data: the woken read the tables.

export type Topic = 'orders' | 'commands' | 'menu' | 'store';

/** Within one process. With several, PostgreSQL's NOTIFY would carry the same two words. */
export class Wake {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Returns the function that stops listening. */
  on(storeId: string, topic: Topic, listener: () => void): () => void {
    const key = `${storeId} ${topic}`;
    const set = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(key);
    };
  }

  notify(storeId: string, topic: Topic): void {
    for (const listener of [...(this.#listeners.get(`${storeId} ${topic}`) ?? [])]) listener();
  }
}
