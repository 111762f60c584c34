import { describe, expect, it } from 'vitest';
import { FSTAB, layoutFor, sfdiskScript } from './layout.ts';

const MB = 1024 * 1024;

describe('the card', () => {
  it('has its partitions one behind the other, each on a boundary that flash likes', () => {
    const { boot, root, bytes } = layoutFor(900 * MB);
    expect(boot).toEqual({ startBytes: 4 * MB, bytes: 512 * MB });
    expect(root.startBytes).toBe(516 * MB);
    expect(root.bytes % (4 * MB)).toBe(0);
    expect(bytes).toBe(root.startBytes + root.bytes);
  });

  it.each([1, 900 * MB, 900 * MB + 1, 3000 * MB])(
    'has room for %i bytes of files and what is written at first',
    (content) => {
      const { root } = layoutFor(content);
      expect(root.bytes - content).toBeGreaterThanOrEqual(256 * MB);
      expect(layoutFor(content)).toEqual(layoutFor(content));
    },
  );

  it('fits a card of 8 GB, as shops count them', () => {
    expect(layoutFor(2000 * MB).bytes).toBeLessThan(8e9);
  });

  it('is written down for sfdisk in sectors, with the numbers by which its parts are found', () => {
    const script = sfdiskScript({
      boot: { startBytes: 4 * MB, bytes: 512 * MB },
      root: { startBytes: 516 * MB, bytes: 1000 * MB },
      bytes: 1516 * MB,
    });
    expect(script.split('\n')).toEqual([
      'label: dos',
      'label-id: 0xba1ca000',
      'unit: sectors',
      '',
      'start=8192, size=1048576, type=c, bootable',
      'start=1056768, size=2048000, type=83',
      '',
    ]);
  });

  it('starts also when its boot partition is broken, and writes to the root as little as it can', () => {
    const [root = '', boot = ''] = FSTAB.split('\n').map((line) => line.split(/\s+/)[3]);
    expect(FSTAB).toMatch(/^PARTUUID=ba1ca000-02 \/ ext4 /m);
    expect(FSTAB).toMatch(/^PARTUUID=ba1ca000-01 \/boot\/firmware vfat /m);
    expect(boot.split(',')).toEqual(expect.arrayContaining(['nofail', 'x-systemd.automount', 'umask=0077']));
    expect(root.split(',')).toEqual(expect.arrayContaining(['noatime']));
  });
});
