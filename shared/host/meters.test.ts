import { expect, it } from 'vitest';
import { openMeters, type Gauge } from './meters.ts';

/** The lines of the page about `name`, without what explains them. */
const linesOf = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`balcao_${name}`));

async function open(gauges: Gauge[]) {
  const meters = await openMeters({ ofProcess: false });
  meters.gauges(gauges);
  return { meters, read: async (name: string) => linesOf((await meters.page()).text, name) };
}

it('a gauge says what is so now: what is gone, or not known, is not said at all', async () => {
  let printers: Record<string, number> | null = { ready: 2, away: 1 };
  let copyAt: number | null = 7;
  const { read } = await open([
    { name: 'printers', help: 'by state', label: 'state', read: () => printers },
    { name: 'copy_seconds', help: 'when', read: () => copyAt },
  ]);
  expect(await read('printers')).toEqual([
    'balcao_printers{state="ready"} 2',
    'balcao_printers{state="away"} 1',
  ]);
  expect(await read('copy_seconds')).toEqual(['balcao_copy_seconds 7']);
  printers = { ready: 3 };
  copyAt = null;
  expect(await read('printers')).toEqual(['balcao_printers{state="ready"} 3']);
  expect(await read('copy_seconds')).toEqual([]);
  printers = null;
  expect(await read('printers')).toEqual([]);
});

it('a gauge that cannot be read takes no other with it, and is counted', async () => {
  const { read } = await open([
    { name: 'broken', help: 'no', read: () => Promise.reject(new Error('away')) },
    { name: 'whole', help: 'yes', read: () => 1 },
  ]);
  expect(await read('whole')).toEqual(['balcao_whole 1']);
  // Whether a page counts its own is nobody's concern.
  expect(await read('unread_gauges_total')).toEqual([
    expect.stringMatching(/^balcao_unread_gauges_total [12]$/),
  ]);
});

it('a lag below nothing, of two clocks that differ, is none', async () => {
  const { meters, read } = await open([]);
  meters.recordLag(-5);
  meters.recordLag(2);
  expect(await read('log_lag_seconds_sum')).toEqual(['balcao_log_lag_seconds_sum 2']);
  expect(await read('log_lag_seconds_bucket{le="0.01"}')).toEqual([
    'balcao_log_lag_seconds_bucket{le="0.01"} 1',
  ]);
});

it('commits of two, of seven and of eighty milliseconds are told apart', async () => {
  const { meters, read } = await open([]);
  for (const seconds of [0.002, 0.007, 0.08]) meters.recordCommit(seconds);
  const within = async (limit: string) => read(`commit_seconds_bucket{le="${limit}"}`);
  expect([await within('0.005'), await within('0.01'), await within('0.1')].flat()).toEqual([
    'balcao_commit_seconds_bucket{le="0.005"} 1',
    'balcao_commit_seconds_bucket{le="0.01"} 2',
    'balcao_commit_seconds_bucket{le="0.1"} 3',
  ]);
});
