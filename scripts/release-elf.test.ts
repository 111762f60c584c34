import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stripProgram } from './release-elf.ts';
import { root } from './root.ts';

describe('a program without what it is not run with', () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-elf-'));
  const whole = readFileSync(process.execPath);
  let stripped: Buffer;
  beforeAll(() => {
    stripped = stripProgram(whole);
    writeFileSync(join(folder, 'node'), stripped, { mode: 0o755 });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is smaller by the symbols, and no more the second time', () => {
    expect(whole.length - stripped.length).toBeGreaterThan(15_000_000);
    expect(stripProgram(stripped).equals(stripped)).toBe(true);
  });

  it('runs as before: its dates in Portuguese, packages with native code, a stack that names its places', () => {
    const script = `
      const { hashSync } = require('@node-rs/argon2');
      require('sharp');
      console.log(hashSync('a').slice(0, 9), new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' }).format(0));
      console.log(new Error('told').stack.includes('[eval]:'));`;
    const told = execFileSync(join(folder, 'node'), ['-e', script], { cwd: root }).toString();
    expect(told).toBe('$argon2id janeiro\ntrue\n');
  });

  it('is left alone when it is no such program', () => {
    const text = Buffer.from('#!/bin/sh\nexit 0\n');
    expect(stripProgram(text)).toBe(text);
  });
});
