// Work that goes on by itself, in lanes that do not wait for each other: a provider that does not answer must
// not keep an alarm from going out. One round per lane at a time; a wake during one asks for another.

export type Lane = { name: string; run: () => Promise<unknown> };

export function createLanes(
  lanes: readonly Lane[],
  everyMs: number,
  failed: (error: unknown, lane: string) => void,
) {
  let timer: NodeJS.Timeout | null = null;
  const states = lanes.map((lane) => ({ lane, running: null as Promise<void> | null, again: false }));

  async function guarded({ name, run }: Lane): Promise<void> {
    try {
      await run();
    } catch (error) {
      failed(error, name);
    }
  }

  function kick(state: (typeof states)[number]): void {
    if (state.running !== null) {
      state.again = true;
      return;
    }
    state.again = false;
    state.running = guarded(state.lane).finally(() => {
      state.running = null;
      if (state.again && timer !== null) kick(state);
    });
  }

  const wake = (): void => {
    if (timer !== null) for (const state of states) kick(state);
  };

  return {
    /** There may be something to do. A lost wake delays until the timer, it never loses. */
    wake,
    start(): void {
      timer ??= setInterval(wake, everyMs);
      wake();
    },
    async drain(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      timer = null;
      for (const state of states) await state.running;
    },
    /** One round of every lane, one after another. */
    async once(): Promise<void> {
      for (const { lane } of states) await guarded(lane);
    },
  };
}

/** Runs the work a few at a time. */
export async function fewAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, worker));
}
