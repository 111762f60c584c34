import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareVersions, RELAY_VERSION_MIN, STORE_VERSION_MIN, VERSION } from './version.ts';

describe('version', () => {
  it('is the one that package.json tells', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(VERSION).toBe(version);
  });

  it('asks of the other side nothing newer than itself', () => {
    for (const oldest of [STORE_VERSION_MIN, RELAY_VERSION_MIN])
      expect(compareVersions(oldest, VERSION)).toBeLessThanOrEqual(0);
  });

  it.each([
    ['0.1.0', '0.1.0', 0],
    ['0.1.9', '0.1.10', -1],
    ['1.0.0', '0.99.99', 1],
    ['0.2.0-rc.1', '0.2.0', -1],
    ['0.2.0', '0.2.0-rc.1', 1],
    ['0.2.0-rc.2', '0.2.0-rc.1', 1],
    ['0.2.0-rc.1', '0.2.0-rc.2', -1],
    ['0.2.0-rc.1', '0.2.0-rc.1', 0],
  ])('puts %s and %s in order', (one, other, order) => {
    expect(Math.sign(compareVersions(one, other) ?? Number.NaN)).toBe(order);
  });

  it.each(['', '1', '1.2', 'v1.2.3', '1.2.3.4', '1.2.x', '../1.2.3', '1.2.3-a/b'])(
    'takes %j for no version',
    (text) => {
      expect(compareVersions(text, '1.0.0')).toBeNull();
    },
  );
});
