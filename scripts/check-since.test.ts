import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { changedSince, lastChecked, saveChecked } from './check-since.ts';

let root: string;
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
const commit = (subject: string): string => {
  git('commit', '-q', '--allow-empty', '-m', subject);
  return git('rev-parse', 'HEAD');
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'balcao-check-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('looks since the commit of the last good check, also when more was committed', () => {
  git('init', '-q', '-b', 'main');
  const good = commit('one');
  expect(lastChecked(root)).toBeNull();
  saveChecked(root);
  expect(lastChecked(root)).toBe(good);
  commit('two');
  expect(lastChecked(root)).toBe(good);
});

it('looks at everything on a branch that does not come from there, after a rebase, and when the note cannot be read', () => {
  git('init', '-q', '-b', 'main');
  commit('one');
  git('branch', 'other');
  commit('two');
  saveChecked(root);
  git('checkout', '-q', 'other');
  expect(lastChecked(root)).toBeNull();
  git('checkout', '-q', 'main');
  expect(lastChecked(root)).not.toBeNull();
  writeFileSync(join(root, '.cache', 'checked'), '--all');
  expect(lastChecked(root)).toBeNull();
  writeFileSync(join(root, '.cache', 'checked'), `${'0'.repeat(40)}\n`);
  expect(lastChecked(root)).toBeNull();
});

it('knows what differs since a commit: changed, added and not committed, without what is gone or ignored', () => {
  git('init', '-q', '-b', 'main');
  const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
  for (const file of ['same.ts', 'changed.ts', 'gone.ts', 'edited.ts']) write(file, 'before');
  write('.gitignore', 'ignored.ts');
  git('add', '.');
  const since = commit('one');
  write('changed.ts', 'after');
  rmSync(join(root, 'gone.ts'));
  git('add', '.');
  commit('two');
  for (const file of ['edited.ts', 'added.ts', 'ignored.ts']) write(file, 'after');
  expect(changedSince(root, since)).toEqual(['added.ts', 'changed.ts', 'edited.ts']);
});

it('notes nothing, and looks at everything, in a folder that git does not know', () => {
  saveChecked(root);
  expect(lastChecked(root)).toBeNull();
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(join(root, '.cache', 'checked'), `${'0'.repeat(40)}\n`);
  expect(lastChecked(root)).toBeNull();
});

it('looks since what the branch shares with its upstream where nothing was checked yet', () => {
  git('init', '-q', '-b', 'main');
  const sent = commit('one');
  git('branch', 'forge');
  git('branch', '-q', '--set-upstream-to=forge');
  commit('two');
  expect(lastChecked(root)).toBe(sent);
  saveChecked(root);
  expect(lastChecked(root)).not.toBe(sent);
});
