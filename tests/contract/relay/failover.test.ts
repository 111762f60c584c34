// A relay whose PostgreSQL stands on two machines: it writes where writes are taken, whoever was promoted, and wherever in its address.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pool } from 'pg';
import { addressesOf, areAddresses } from '../../../cloud/storage/postgres-addresses.ts';
import { openPostgresServers, type PostgresServers } from '../../../cloud/storage/postgres-servers.ts';
import { isDatabaseAway } from '../../../cloud/storage/unreachable.ts';
import { createCable, type Cable } from '../../support/cable.ts';
import { startPostgresPair, type PostgresPair } from '../../support/postgres-pair.ts';

const POLL = { timeout: 60_000, interval: 100 };

describe('an address with several machines', () => {
  it.each([
    ['postgres://a:b@one:5432/x', ['postgres://a:b@one:5432/x']],
    [
      'postgres://a:b@one:1,two:2/x?sslmode=require',
      ['postgres://a:b@one:1/x?sslmode=require', 'postgres://a:b@two:2/x?sslmode=require'],
    ],
    [
      'postgresql://a:b%2Cc@one,[::1]:2,three/x',
      ['postgresql://a:b%2Cc@one/x', 'postgresql://a:b%2Cc@[::1]:2/x', 'postgresql://a:b%2Cc@three/x'],
    ],
    [
      'postgres://one:1,two:2/x?application_name=a@b',
      ['postgres://one:1/x?application_name=a@b', 'postgres://two:2/x?application_name=a@b'],
    ],
    ['postgres://a:b@c@one:1,two:2/x', ['postgres://a:b@c@one:1/x', 'postgres://a:b@c@two:2/x']],
    ['postgres:///x?host=/run/postgresql', ['postgres:///x?host=/run/postgresql']],
  ])('%s is %j', (address, expected) => {
    expect(addressesOf(address)).toEqual(expected);
    expect(areAddresses(address)).toBe(true);
  });

  it.each(['mysql://a@one/x', 'postgres://one:1,:2/x', 'postgres://one:1,two:99999/x', 'one,two', ''])(
    '%j is none',
    (address) => {
      expect(areAddresses(address)).toBe(false);
    },
  );
});

it('a write that a standby refuses tells of a database that is away, as at every failover', () => {
  const refusal = new Error('cannot execute INSERT in a read-only transaction');
  expect(isDatabaseAway(Object.assign(refusal, { code: '25006' }))).toBe(true);
});

describe('[136] two machines, of which one takes writes', { timeout: 120_000 }, () => {
  let pair: PostgresPair;
  let cables: { primary: Cable; standby: Cable };
  let told: string[];
  let servers: PostgresServers;
  let pool: Pool;
  beforeEach(async () => {
    pair = await startPostgresPair();
    told = [];
    cables = {
      primary: await createCable(pair.primary.port),
      standby: await createCable(pair.standby.port),
    };
    open(addressOf('standby first'));
    await pool.query('create table said (word text primary key)');
  });
  afterEach(async () => {
    for (const cable of Object.values(cables)) cable.plug();
    await servers.stop();
    await pool.end();
    for (const cable of Object.values(cables)) await cable.close();
    await pair.stop();
  });

  /** The place in the address says nothing. */
  function addressOf(order: 'primary first' | 'standby first'): string {
    const { primary, standby } = cables;
    const inOrder = order === 'primary first' ? [primary, standby] : [standby, primary];
    const places = inOrder.map(({ url }) => new URL(url).host).join(',');
    return pair.primary.url.replace(`127.0.0.1:${pair.primary.port}`, places);
  }

  function open(address: string): void {
    servers = openPostgresServers(address);
    pool = servers.pool(3);
    // An idle connection to a machine that dies.
    pool.on('error', () => undefined);
    servers.watch(({ message }) => void told.push(message));
  }

  const say = (word: string) => pool.query('insert into said values ($1)', [word]);
  const isSaid = (word: string): Promise<boolean> =>
    say(word).then(
      () => true,
      () => false,
    );
  const words = async (): Promise<unknown[]> =>
    (await pool.query('select word from said order by word')).rows.map(({ word }: { word: string }) => word);

  it('goes on at the standby that was promoted, with all that was acknowledged, and not back to the one that died', async () => {
    await servers.stop();
    await pool.end();
    open(addressOf('primary first'));
    await say('before');
    await pair.primary.kill();
    const away: unknown = await say('nowhere').catch((error: unknown) => error);
    expect(isDatabaseAway(away)).toBe(true);
    await pair.standby.promote();
    await expect.poll(() => isSaid('after'), POLL).toBe(true);
    // What was not acknowledged may have come there all the same.
    expect((await words()).filter((word) => word !== 'nowhere')).toEqual(['after', 'before']);
    // It comes back as the primary that it was.
    await pair.primary.restart();
    // A relay that is started now has not seen the promotion.
    const again = openPostgresServers(addressOf('primary first')).client();
    await again.connect();
    const acknowledged = `select count(*)::int as count from said where word <> 'nowhere'`;
    expect((await again.query(acknowledged)).rows).toEqual([{ count: 2 }]);
    await again.end();
  });

  it('asks all of them anew as soon as one refuses a connection, before the next look at them', async () => {
    await servers.stop();
    await pool.end();
    const { primary, standby } = pair;
    const [one, other] = [primary, standby].map(({ port }) => `127.0.0.1:${port}`);
    // Nobody watches: between two looks at them.
    servers = openPostgresServers(primary.url.replace(`${one}`, `${one},${other}`));
    pool = servers.pool(3);
    const connects = async (): Promise<boolean> => {
      const client = servers.client();
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.end();
        return true;
      } catch {
        return false;
      }
    };
    expect(await connects()).toBe(true);
    await primary.kill();
    // With no connection there is none whose end would tell.
    expect(await connects()).toBe(false);
    await standby.promote();
    expect(await connects()).toBe(true);
  });

  it('leaves one that says nothing any more once another takes the writes, and what was asked of it ends', async () => {
    await say('before');
    // More than there are connections, and one of them in the middle of a transaction that nobody listens to.
    const begun = await pool.connect();
    await begun.query('begin');
    cables.primary.stall();
    const asked = [begun, pool, pool, pool, pool].map((one) =>
      one.query("insert into said values ('unheard')").catch((error: unknown) => error),
    );
    await pair.standby.promote();
    const [first] = await Promise.all(asked);
    expect(isDatabaseAway(first)).toBe(true);
    begun.release(true);
    await say('after');
    expect((await words()).filter((word) => word !== 'unheard')).toEqual(['after', 'before']);
  });

  it('does not go back to the one that was given up while the new one is slow for a moment', async () => {
    await pair.primary.kill();
    await pair.standby.promote();
    await expect.poll(() => isSaid('after'), POLL).toBe(true);
    await pair.primary.restart();
    cables.standby.stall();
    await expect.poll(() => told.some((text) => text.includes('was given up')), POLL).toBe(true);
    cables.standby.plug();
    await expect.poll(() => words().catch(() => []), POLL).toEqual(['after']);
  });
});
