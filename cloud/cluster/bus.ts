// Carries wakes between the relay's processes over PostgreSQL's LISTEN/NOTIFY: a store's id and a topic, never data.
// What a broken connection swallows is made up for when it is back, by waking everybody, and by looking now and then.
import { randomUUID } from 'node:crypto';
import { createWorker } from '@balcao/shared/host/worker.ts';
import type { Client } from 'pg';
import { coalesceRuns } from '../storage/coalesce-runs.ts';
import { POLLED_TOPICS, type Topic, type Wake } from '../storage/wake.ts';

const CHANNEL = 'balcao_wake';
const POLL_MS = 2000;
const RECONNECT_MS = 1000;
const ALIVE_EVERY_MS = 10_000;
const ALIVE_MS_MAX = 5000;

type Log = { warn(details: object, message: string): void };

export type Bus = {
  /** The id of this process, to tell its own wakes from those of others. */
  readonly instance: string;
  stop(): Promise<void>;
};

/** Resolves once this process hears the others. `publish` runs one statement on the pool. */
export async function openBus(deps: {
  createClient: () => Client;
  wake: Wake;
  /** Told before anybody is woken: caches of what others may have changed, of that store or of all, are stale. */
  onForeign: (storeId?: string) => void;
  publish: (channel: string, messages: string[]) => Promise<unknown>;
  log: Log;
}): Promise<Bus> {
  const { createClient, wake, onForeign, publish, log } = deps;
  const instance = randomUUID();
  const unsent = new Set<string>();
  let listening: Client | null = null;
  let alive: NodeJS.Timeout | null = null;
  let reconnecting: NodeJS.Timeout | null = null;
  let stopped = false;

  function deliverMessage(message: string): void {
    const [sender, storeId, topic] = message.split(' ');
    if (sender === instance || storeId === undefined || topic === undefined) return;
    onForeign(storeId);
    wake.deliver(storeId, topic as Topic);
  }

  async function listen(): Promise<void> {
    const client = createClient();
    client.on('notification', ({ payload }) => deliverMessage(payload ?? ''));
    client.on('error', (error) => lost(client, error));
    client.on('end', () => lost(client, new Error('the connection ended')));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    listening = client;
    alive = setInterval(() => {
      const late = setTimeout(() => lost(client, new Error('no answer')), ALIVE_MS_MAX);
      client.query('select 1').then(
        () => clearTimeout(late),
        (error: Error) => {
          clearTimeout(late);
          lost(client, error);
        },
      );
    }, ALIVE_EVERY_MS);
  }

  function lost(client: Client, error: Error): void {
    if (client !== listening || stopped) return;
    listening = null;
    if (alive) clearInterval(alive);
    log.warn({ err: error }, 'the other processes of the relay are not heard');
    client.end().catch(() => undefined);
    again();
  }

  function again(): void {
    reconnecting = setTimeout(() => {
      listen()
        .then(() => {
          onForeign();
          wake.deliverAll();
        })
        .catch((error: unknown) => {
          log.warn({ err: error }, 'the other processes of the relay are not heard yet');
          if (!stopped) again();
        });
    }, RECONNECT_MS);
  }

  const flush = coalesceRuns(
    async () => {
      const messages = [...unsent];
      unsent.clear();
      if (messages.length > 0) await publish(CHANNEL, messages);
    },
    (error) =>
      log.warn(
        { err: error },
        'the other processes of the relay could not be woken; they look for themselves',
      ),
  );

  await listen();
  wake.publish = (storeId, topic) => {
    // Many wakes of one turn are one statement.
    if (unsent.size === 0) setImmediate(flush);
    unsent.add(`${instance} ${storeId} ${topic}`);
  };
  const polling = createWorker(
    {
      name: 'poll',
      everyMs: POLL_MS,
      run() {
        onForeign();
        wake.deliverAll(POLLED_TOPICS);
      },
    },
    {
      clock: Date.now,
      onError: (error) => log.warn({ err: error }, 'what other processes did could not be looked for'),
    },
  );
  polling.start();

  return {
    instance,
    async stop(): Promise<void> {
      stopped = true;
      await polling.stop();
      if (alive) clearInterval(alive);
      if (reconnecting) clearTimeout(reconnecting);
      await flush.idle();
      await listening?.end();
    },
  };
}
