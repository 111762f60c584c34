import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGES } from './build.ts';
import {
  lockedNodeVersion,
  missingPackages,
  neededFromLock,
  type LockedPackages,
} from './release-packages.ts';

const locked: LockedPackages = {
  'node_modules/server': { version: '1.0.0', dependencies: { helper: '^2.0.0' } },
  'node_modules/helper': { version: '1.0.0' },
  'node_modules/server/node_modules/helper': { version: '2.0.0', dependencies: { leaf: '*' } },
  'node_modules/leaf': {
    version: '3.0.0',
    optionalDependencies: {
      'leaf-x64': '3.0.0',
      'leaf-arm64': '3.0.0',
      'leaf-musl': '3.0.0',
      'leaf-mac': '3.0.0',
    },
  },
  'node_modules/leaf-x64': { version: '3.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  'node_modules/leaf-arm64': { version: '3.0.0', os: ['linux'], cpu: ['arm64'] },
  'node_modules/leaf-musl': { version: '3.0.0', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  'node_modules/leaf-mac': { version: '3.0.0', os: ['darwin'], cpu: ['arm64'] },
  'node_modules/unrelated': { version: '9.0.0' },
};

describe('the packages of a release', () => {
  it('are the named ones with all they need, each from where Node would take it, for that processor only', () => {
    expect(Object.keys(neededFromLock(locked, ['server'], 'x64'))).toEqual([
      'node_modules/server',
      'node_modules/server/node_modules/helper',
      'node_modules/leaf',
      'node_modules/leaf-x64',
    ]);
    expect(Object.keys(neededFromLock(locked, ['leaf'], 'arm64'))).toEqual([
      'node_modules/leaf',
      'node_modules/leaf-arm64',
    ]);
  });

  it('ask for nothing that they do not hold', () => {
    expect(neededFromLock(locked, ['leaf'], 'arm64')['node_modules/leaf']?.optionalDependencies).toEqual({
      'leaf-arm64': '3.0.0',
    });
  });

  it('that were not laid down, or in another version, are named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'balcao-packages-'));
    for (const [path, version] of [
      ['node_modules/leaf', '3.0.0'],
      ['node_modules/leaf-x64', '2.9.9'],
    ] as const) {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ version }));
    }
    const { 'node_modules/leaf': leaf, 'node_modules/leaf-x64': x64, 'node_modules/helper': helper } = locked;
    if (!leaf || !x64 || !helper) throw new Error('the lock of this test has changed');
    expect(
      missingPackages(folder, {
        'node_modules/leaf': leaf,
        'node_modules/leaf-x64': x64,
        'node_modules/helper': helper,
      }),
    ).toEqual(['node_modules/leaf-x64', 'node_modules/helper']);
    rmSync(folder, { recursive: true });
  });

  it('are refused when the lock does not name one', () => {
    expect(() => neededFromLock(locked, ['nowhere'], 'x64')).toThrow('nowhere');
  });

  it.each(['x64', 'arm64'] as const)(
    'of this project have their native parts locked for linux-%s',
    (arch) => {
      const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
        packages: LockedPackages;
      };
      const paths = Object.keys(neededFromLock(packages, PACKAGES.edge, arch));
      expect(paths).toContain(`node_modules/@node-rs/argon2-linux-${arch}-gnu`);
      expect(paths).toContain(`node_modules/@img/sharp-libvips-linux-${arch}`);
      expect(paths.filter((path) => /musl|darwin|win32/.test(path))).toEqual([]);
      expect(lockedNodeVersion(arch)).toMatch(/^24\./);
    },
  );
});
