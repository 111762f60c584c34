// Limits of the relay over its two databases.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { onBothDatabases } from '../../harness/relay.ts';

onBothDatabases('limits', (scene) => {
  it('[42] are counted in the database, under keys that do not show the caller', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.80' };
    const guess = async (): Promise<number> =>
      (await scene.relay.ask('/edge/pair', { json: {}, headers })).status;
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(422);
    expect(await guess()).toBe(429);
    const rows = await scene.relay.rows<{ key: string; points: number }>(
      sql`select key, points from limit_counts where key like '-/pairing/%'`,
    );
    expect(rows.map(({ points }) => points)).toContain(10);
    expect(await scene.relay.everything()).not.toContain('203.0.113.80');
  });

  it('[42] hold when nothing can be counted in the database, and nobody sees an error', async () => {
    await scene.relay.rows(sql`alter table limit_counts rename to limit_counts_away`);
    try {
      const headers = { 'x-forwarded-for': '203.0.113.81' };
      const guess = async (): Promise<number> =>
        (await scene.relay.ask('/edge/pair', { json: {}, headers })).status;
      for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(422);
      expect(await guess()).toBe(429);
    } finally {
      await scene.relay.rows(sql`alter table limit_counts_away rename to limit_counts`);
    }
  });

  it('are cleared when their time is over, and cost no write to the log of the database', async () => {
    await scene.relay.rows(
      sql`insert into limit_counts values ('-/test/over', 1, ${Date.now() - 1}), ('-/test/on', 1, ${Date.now() + 60_000})`,
    );
    await scene.relay.relay.round();
    expect(await scene.relay.rows(sql`select key from limit_counts where key like '-/test/%'`)).toEqual([
      { key: '-/test/on' },
    ]);
    expect(
      await scene.relay.rows(sql`select relpersistence from pg_class where relname = 'limit_counts'`),
    ).toEqual([{ relpersistence: 'u' }]);
  });

  it('are cleared five thousand at a time: after a rush no statement takes the table for long', async () => {
    const over = () => scene.relay.rows(sql`select key from limit_counts where key like '-/rush/%'`);
    await scene.relay.rows(
      sql`insert into limit_counts select '-/rush/' || n, 1, ${Date.now() - 1}::bigint from generate_series(1, 5001) as n`,
    );
    await scene.relay.relay.round();
    expect(await over()).toHaveLength(1);
    await scene.relay.relay.round();
    expect(await over()).toEqual([]);
  });
});
