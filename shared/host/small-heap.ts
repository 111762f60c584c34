// Keeps a server's process small. V8 sizes its heap after the machine and lets garbage lie while there is room: on a store with
// 20 MB of live data that was 250 MB after ten thousand orders, and a relay that caught up with as many grew by 120 MB. A store shares
// a Pi with a browser, a relay a small machine with its database, and a few per cent more work for the collector is nobody's loss.

/** To be given to V8 as the process starts. Only what it reads at each collection is here. */
export const SMALL_HEAP_FLAGS = [
  // The young generation stays at the size it has come to.
  '--semi-space-growth-factor=1',
  // The old one is collected when it has grown by half, not by three times.
  '--heap-growing-percent=50',
  // So small a young generation costs four threads more time to share than one to clear.
  '--no-parallel-scavenge',
] as const;
