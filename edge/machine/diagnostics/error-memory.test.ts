import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createErrorMemory } from './error-memory.ts';
import { logOptions } from '@balcao/shared/host/log.ts';

it('neither the log nor what is kept of it for the diagnostics repeats what an error was about', () => {
  const lines: string[] = [];
  const memory = createErrorMemory(() => 0);
  const log = pino(logOptions('info', memory.hooks), { write: (line: string) => void lines.push(line) });
  const failed = new DrizzleQueryError('insert into orders values (?)', ['11987654321'], new Error('full'));
  expect(failed.message).toContain('11987654321');
  log.error({ err: failed }, 'request failed');
  expect(lines.join('')).toContain('insert into orders');
  expect(lines.join('')).toContain('full');
  for (const text of [lines.join(''), JSON.stringify(memory.recent())]) expect(text).not.toContain('11987');
});

it('keeps the twenty newest of what went wrong, and nothing of what went well', () => {
  let nowMs = 0;
  const memory = createErrorMemory(() => nowMs);
  const log = pino(logOptions('info', memory.hooks), { write: () => undefined });
  log.info('all is well');
  expect(memory.recent()).toEqual([]);
  for (let count = 1; count <= 21; count += 1) {
    nowMs = count;
    log.warn(`warning ${count}`);
    if (count === 20) expect(memory.recent()).toHaveLength(20);
  }
  expect(memory.recent().map(({ atMs }) => atMs)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 2),
  );
  log.error('broken');
  log.fatal('dead');
  expect(memory.recent().slice(-3)).toEqual([
    { atMs: 21, level: 'warn', text: 'warning 21' },
    { atMs: 21, level: 'error', text: 'broken' },
    { atMs: 21, level: 'error', text: 'dead' },
  ]);
});
