// Whether the database takes a write now.
import type { Db } from './open.ts';

export function canWrite(db: Db): boolean {
  try {
    // Takes the write lock and lets it go: fails on a full, read-only or broken disk.
    db.$client.exec('begin immediate; rollback');
    return true;
  } catch {
    return false;
  }
}
