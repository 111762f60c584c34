// Reads what strace saw of a store: how often it synced, and whether a reply ever left before the sync of its order.
// Whole lines only, from one thread or many; a call cut in two by another thread counts when it comes back.

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
const CALL = /^\d+ +(\w+)\((\d+)<(.*?)>[,)]/;
const RESUMED = /^\d+ +<\.\.\. (fsync|fdatasync) resumed>/;

export function readSyncTrace(lines: Iterable<string>): SyncTrace {
  const trace: SyncTrace = { syncs: 0, replies: 0, early: [] };
  // By connection: how many syncs there were when the request came in.
  const asked = new Map<string, number>();
  let unsynced = false;
  const synced = (): void => {
    trace.syncs += 1;
    unsynced = false;
  };
  for (const line of lines) {
    if (RESUMED.test(line)) synced();
    const [, call, , file] = CALL.exec(line) ?? [];
    if (call === undefined || file === undefined) continue;
    if (call === 'fsync' || call === 'fdatasync') {
      if (!line.includes('<unfinished')) synced();
    } else if (call === 'pwrite64') {
      if (file.endsWith('-wal')) unsynced = true;
    } else if (call === 'read') {
      if (line.includes('"POST /api/orders')) asked.set(file, trace.syncs);
    } else if (line.includes('"HTTP/1.1 201')) {
      trace.replies += 1;
      const before = asked.get(file);
      if (unsynced || before === undefined || trace.syncs === before) trace.early.push(line);
    }
  }
  return trace;
}
