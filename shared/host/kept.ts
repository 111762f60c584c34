// An answer that anybody may ask for and that costs work: made once for all who ask within a while.

/** Reads at most once per `forMs`; whoever asks meanwhile gets the same answer. A failure is not kept: only those who waited for that read get it. */
export function keptFor<T>(forMs: number, clock: () => number, read: () => Promise<T>): () => Promise<T> {
  let kept: { atMs: number; value: Promise<T> } | null = null;
  return () => {
    const nowMs = clock();
    // A clock that was set back keeps nothing longer.
    if (kept !== null && nowMs >= kept.atMs && nowMs - kept.atMs < forMs) return kept.value;
    const mine = { atMs: nowMs, value: read() };
    kept = mine;
    mine.value.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.value;
  };
}
