// Gives a relay of many stores the room that its collector needs, and takes it back when they are gone. With a small heap the young generation is
// a megabyte: of hundreds of orders a second most are still being answered when it is full, move to the old generation as they are, and that
// one is collected every few seconds, through all that thousands of links and customers hold.
import {
  constants,
  PerformanceObserver,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
} from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { SMALL_HEAP_FLAGS } from '@balcao/shared/host/small-heap.ts';

const MEGABYTE = 1024 * 1024;
/** What a relay of some hundred stores holds, in bytes. */
const LARGE_FROM = 128 * MEGABYTE;
/** Lower, so that a relay near the bound does not go to and fro. */
const SMALL_BELOW = 64 * MEGABYTE;

/** As those of a small heap, but V8 may let both generations grow: the young one while much of it survives, the old one to twice what lives. */
const LARGE_HEAP_FLAGS = [
  '--semi-space-growth-factor=2',
  '--heap-growing-percent=100',
  '--no-parallel-scavenge',
] as const;

type Flags = readonly string[];
/** A collection, as the entry type `gc` has it. */
type Collection = PerformanceEntry & { detail: NodeGCPerformanceDetail };

/** What V8 is told after a collection that left so many bytes; between both bounds the same as before. */
export function heapFlagsFor(liveBytes: number, before: Flags): Flags {
  if (liveBytes >= LARGE_FROM) return LARGE_HEAP_FLAGS;
  return liveBytes < SMALL_BELOW ? SMALL_HEAP_FLAGS : before;
}

/** Begins small and looks after each collection of the old generation, when it is known what lives. Answers what ends it. */
export function fitHeap({
  liveBytes = () => getHeapStatistics().used_heap_size,
  setFlag = setFlagsFromString,
}: {
  liveBytes?: () => number;
  setFlag?: (flag: string) => void;
} = {}): () => void {
  let flags: Flags = SMALL_HEAP_FLAGS;
  for (const flag of flags) setFlag(flag);
  const observer = new PerformanceObserver((list) => {
    const kinds = list.getEntries().map((entry) => (entry as Collection).detail.kind);
    if (!kinds.includes(constants.NODE_PERFORMANCE_GC_MAJOR)) return;
    const fitting = heapFlagsFor(liveBytes(), flags);
    if (fitting === flags) return;
    flags = fitting;
    for (const flag of flags) setFlag(flag);
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
