// Since which commit `npm run check` has to look: the last one at which it found all well, or the one where the branch left the one it is
// sent to, which the forge judges whole. What is not committed is looked at each time.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NOTE = ['.cache', 'checked'];

/**
 * The commit of the last good check of the project in `root`, if the branch comes from it; else the last one that the branch shares with
 * its upstream; null when there is neither.
 */
export function lastChecked(root: string): string | null {
  const note = join(root, ...NOTE);
  const commit = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  if (/^[0-9a-f]{40}$/.test(commit) && git(root, 'merge-base', '--is-ancestor', commit, 'HEAD') !== null)
    return commit;
  return git(root, 'merge-base', 'HEAD', '@{upstream}')?.trim() ?? null;
}

/** Files that are there and differ from `since`, committed or not; paths from the root. */
export function changedSince(root: string, since: string): string[] {
  const changed = git(root, 'diff', '--name-only', '--diff-filter=d', since) ?? '';
  const added = git(root, 'ls-files', '--others', '--exclude-standard') ?? '';
  return [...new Set(`${changed}\n${added}`.split('\n'))].filter((file) => file !== '').toSorted();
}

/** Notes that all was well at the commit that is checked out, and in what changed since. Does nothing outside of git. */
export function saveChecked(root: string): void {
  const head = git(root, 'rev-parse', 'HEAD');
  if (head === null) return;
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, ...NOTE), `${head.trim()}\n`);
}

function git(root: string, ...args: string[]): string | null {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}
