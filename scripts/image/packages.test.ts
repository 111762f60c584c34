import { describe, expect, it } from 'vitest';
import { differences, lockOf, PACKAGES, sources, writeLock } from './packages.ts';

const paragraph = (name: string, version: string, sum: string): string =>
  `Package: ${name}\nVersion: ${version}\nArchitecture: arm64\nFilename: pool/x.deb\nSHA256: ${sum}\n`;
const INDEXES = [
  paragraph('udev', '257.9-1', 'aa'),
  paragraph('udev', '257.8-1', 'ab'),
  paragraph('bash', '5.2', 'bb'),
].join('\n');

describe('the list of packages', () => {
  it('has each that is installed, by name, with the checksum of that very version', () => {
    const locked = lockOf('udev\t257.8-1\tarm64\nbash\t5.2\tarm64\n', INDEXES);
    expect(writeLock(locked)).toBe('bash 5.2 arm64 bb\nudev 257.8-1 arm64 ab\n');
  });

  it('is refused when nobody could fetch a package again', () => {
    expect(() => lockOf('bash\t5.3\tarm64\n', INDEXES)).toThrow('bash 5.3 is in no list of Debian');
  });

  it('names what is not as it was', () => {
    const locked = lockOf('udev\t257.9-1\tarm64\nbash\t5.2\tarm64\n', INDEXES);
    expect(differences(writeLock(locked), locked)).toEqual([]);
    expect(differences('bash 5.2 arm64 cc\ncurl 8 arm64 dd\nudev 257.8-1 arm64 ab\n', locked)).toEqual([
      'bash 5.2 has other bytes',
      'curl 8 is not there',
      'udev is 257.9-1 instead of 257.8-1',
    ]);
    expect(differences('bash 5.2 arm64 bb\n', locked)).toEqual(['udev is new']);
  });
});

it('comes signed from Debian, with its security corrections and firmware for the board', () => {
  const lines = sources('http://mirror').trim().split('\n');
  for (const line of lines)
    expect(line).toContain('signed-by=/usr/share/keyrings/debian-archive-keyring.gpg');
  expect(lines.map((line) => line.split(' ').slice(2).join(' '))).toContain(
    'http://mirror/debian-security trixie-security main non-free-firmware',
  );
  expect(PACKAGES).toEqual(expect.arrayContaining(['raspi-firmware', 'linux-image-arm64']));
});
