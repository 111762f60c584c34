// Reads what strace saw of a store: how often it synced, and whether a reply ever left before the sync of its order.
// Whole lines only, from one thread or many. Another thread cuts a call in two: what is written counts when the call
// begins, what is read and synced when it comes back.

export type SyncTrace = {
  syncs: number;
  /** Replies that said an order was taken. */
  replies: number;
  /** Replies that left while the log held bytes that no sync had covered, or with no sync since they were asked for. */
  early: string[];
};

/** What strace has to be asked for. */
export const TRACED = ['-f', '-yy', '-s', '20', '-e', 'trace=read,write,writev,pwrite64,fsync,fdatasync'];

// "<pid> fsync(23</data/store.db-wal>) = 0": the number of the file and its name, for a socket both its ends.
const CALL = /^\d+ +(\w+)\((\d+)<(.*?)>[,) ]/;
const BEGUN = /^(\d+) +(.*)<unfinished \.\.\.>$/;
const BACK = /^(\d+) +<\.\.\. \w+ resumed>(.*)$/;

export function readSyncTrace(lines: Iterable<string>): SyncTrace {
  const trace: SyncTrace = { syncs: 0, replies: 0, early: [] };
  // By connection: how many syncs there were when the request came in.
  const asked = new Map<string, number>();
  let unsynced = false;
  for (const { line, isBegun, isBack } of wholeCalls(lines)) {
    const [, call, , file] = CALL.exec(line) ?? [];
    if (call === undefined || file === undefined) continue;
    if (call === 'fsync' || call === 'fdatasync') {
      if (isBegun) continue;
      trace.syncs += 1;
      unsynced = false;
    } else if (call === 'read') {
      if (!isBegun && line.includes('"POST /api/orders')) asked.set(file, trace.syncs);
    } else if (isBack) {
      continue;
    } else if (call === 'pwrite64') {
      if (file.endsWith('-wal')) unsynced = true;
    } else if (line.includes('"HTTP/1.1 201')) {
      trace.replies += 1;
      const before = asked.get(file);
      if (unsynced || before === undefined || trace.syncs === before) trace.early.push(line);
    }
  }
  return trace;
}

/** Each call, and one that was cut twice: when it begins, and whole when it comes back. */
function* wholeCalls(
  lines: Iterable<string>,
): Generator<{ line: string; isBegun: boolean; isBack: boolean }> {
  const begun = new Map<string, string>();
  for (const line of lines) {
    const [, beginner, start] = BEGUN.exec(line) ?? [];
    const [, thread = '', rest] = BACK.exec(line) ?? [];
    if (beginner !== undefined && start !== undefined) begun.set(beginner, start);
    yield {
      line: rest === undefined ? line : `${thread} ${begun.get(thread) ?? ''}${rest}`,
      isBegun: start !== undefined,
      isBack: rest !== undefined,
    };
  }
}
