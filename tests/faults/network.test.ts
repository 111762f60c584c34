// Faults 8 and 12 on a real network: packets that vanish, and a line that is slow.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { freePorts } from '../../scripts/ports.ts';
import { createShop } from '../../scripts/shop.ts';
import { createNetwork } from '../support/network.ts';
import { signInAs } from '../support/staff-session.ts';
import { seeded } from './seeded.ts';
import { anyOrder, ask, readMenu } from './shop-client.ts';

const SILENCE_MS_MAX = 30_000;
const PING_MS = 10_000;
/** A side of a square picture of noise, which no format makes smaller: 3 MB. */
const PICTURE_PIXELS = 1000;

it(
  'a link whose packets vanish is noticed, and made again when they pass; a slow one does not hold up orders',
  { timeout: 400_000 },
  async (test) => {
    const [store = 0, relay = 0, payments = 0, printer = 0, printerPage = 0] = await freePorts(5);
    const network = await createNetwork(relay);
    if (network === null) {
      test.skip('this machine does not let a test make a network namespace (Linux, root, iproute2)');
      return;
    }
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-network-'));
    const certificate = join(dataDir, 'relay.crt');
    writeFileSync(certificate, network.cert);
    const shop = createShop({
      dataDir,
      ports: { store, relay, payments, printer, printerPage },
      relayUrl: network.url,
      env: { relay: { CLOUD_HOST: '0.0.0.0' }, store: { NODE_EXTRA_CA_CERTS: certificate } },
    });
    try {
      await shop.start();
      const menu = await readMenu(shop.urls.relay);
      const linked = async (): Promise<number> =>
        ((await ask(`${shop.urls.relay}/readyz`)).body as { linked: number }).linked;
      await expect.poll(linked).toBe(1);

      // Half-open: no end, no error, only silence.
      network.lose();
      await expect.poll(linked, { timeout: SILENCE_MS_MAX + 2 * PING_MS, interval: 250 }).toBe(0);
      const placed = await ask(`${shop.urls.store}/api/orders`, { body: anyOrder(menu, seeded(1)) });
      expect(placed.status).toBe(201);
      network.clear();
      await expect.poll(linked, { interval: 250 }).toBe(1);
      await shop.joined();

      const picture = await sharp(randomBytes(PICTURE_PIXELS ** 2 * 3), {
        raw: { width: PICTURE_PIXELS, height: PICTURE_PIXELS, channels: 3 },
      })
        .png()
        .toBuffer();
      const form = new FormData();
      form.set('file', new File([new Uint8Array(picture)], 'ruido.png', { type: 'image/png' }));
      // Three megabytes on a line of two megabits take twelve seconds; an order beside them is answered long before they are through.
      network.slow(2000);
      const cookie = await signInAs(shop.urls.relay, 'ADMIN');
      const ended: string[] = [];
      const upload = fetch(`${shop.urls.relay}/api/staff/images`, {
        method: 'POST',
        headers: { cookie, origin: shop.urls.relay },
        body: form,
      }).finally(() => ended.push('upload'));
      const order = await ask(`${shop.urls.relay}/api/orders`, { body: anyOrder(menu, seeded(2)) });
      ended.push('order');
      expect(order.status).toBe(201);
      expect((await upload).status).toBe(201);
      expect(ended).toEqual(['order', 'upload']);
    } finally {
      await shop.stop();
      await network.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
