// Wakes whoever follows a store's tables. A wake carries no data: the woken read the tables.

export type Topic = 'orders' | 'wholesale' | 'commands' | 'outcomes' | 'document' | 'menu' | 'store' | 'link';
/** Reading again costs little and tells nobody anything when there is nothing new. */
export const POLLED_TOPICS: readonly Topic[] = ['orders', 'wholesale', 'outcomes', 'document', 'link'];

/** Within one process, and through `publish` in the others that share the database. */
export class Wake {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #allChecks = new Map<Topic, () => void>();
  /** Set while there are other processes to tell. */
  publish: ((storeId: string, topic: Topic) => void) | null = null;

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
    this.deliver(storeId, topic);
    this.publish?.(storeId, topic);
  }

  /** Only here, because another process has told, or will not. */
  deliver(storeId: string, topic: Topic): void {
    for (const listener of [...(this.#listeners.get(`${storeId} ${topic}`) ?? [])]) listener();
  }

  /** Who looks at all stores at once where everybody would be woken: thousands of listeners would ask for one row each. */
  onAll(topic: Topic, checkAll: () => void): void {
    this.#allChecks.set(topic, checkAll);
  }

  /** Everybody here who listens to one of the topics, or to any. */
  deliverAll(topics: readonly Topic[] | null = null): void {
    const isMeant = (topic: Topic): boolean => topics === null || topics.includes(topic);
    for (const [topic, checkAll] of this.#allChecks) if (isMeant(topic)) checkAll();
    for (const [key, listeners] of [...this.#listeners]) {
      const topic = key.split(' ')[1] as Topic;
      if (isMeant(topic) && !this.#allChecks.has(topic)) for (const listener of [...listeners]) listener();
    }
  }
}
