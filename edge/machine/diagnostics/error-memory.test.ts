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
