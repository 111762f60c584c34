// Waiting for a file that is being written to be closed, whatever became of it.
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * Ends it where that was not done. A pipeline that fails ends before its file is closed, and perhaps before it was opened: it would be there again
 * after whoever removes it. What it failed with is told by the pipeline.
 */
export function whenClosed(file: Writable): Promise<void> {
  file.destroy();
  return finished(file).catch(() => undefined);
}
