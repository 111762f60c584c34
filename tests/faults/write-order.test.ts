// Fault 1, by the kernel's own account: no 'pedido criado' leaves the store before the order is on the disk.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createChild } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { storeEnv } from '../bench/store-server.ts';
import { readSyncTrace, TRACED } from '../bench/sync-trace.ts';
import { hasStrace, traced } from '../support/strace.ts';
import { seeded } from './seeded.ts';
import { anyOrder, ask, readMenu } from './shop-client.ts';

const ORDERS = 40;
const AT_ONCE = 4;

it('a sync comes before every acknowledgement', async (test) => {
  if (!hasStrace()) {
    test.skip('strace is not here and could not be installed');
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-write-order-'));
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const store = createChild({
    name: 'store',
    file: 'edge/main.ts',
    env: { ...storeEnv(dataDir, port), DEMO: '1', LOG_LEVEL: 'warn' },
    readyUrl: `${url}/readyz`,
    isReady: (response) => response.status === 200,
    readyMsMax: 60_000,
  });
  try {
    await store.start();
    const menu = await readMenu(url);
    const chance = seeded(20261121);
    const file = join(dataDir, 'trace');
    const mayLook = await traced(store.pid ?? 0, TRACED, file, async () => {
      for (let sent = 0; sent < ORDERS; sent += AT_ONCE) {
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, () => ask(`${url}/api/orders`, { body: anyOrder(menu, chance) })),
        );
        expect(answers.map((answer) => answer.status)).toEqual(Array(AT_ONCE).fill(201));
      }
    });
    if (!mayLook) {
      test.skip('this machine does not let strace look at another process');
      return;
    }
    const { replies, early, syncs } = readSyncTrace(readFileSync(file, 'utf8').split('\n'));
    expect({ replies, early }).toEqual({ replies: ORDERS, early: [] });
    expect(syncs).toBeGreaterThan(0);
  } finally {
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
