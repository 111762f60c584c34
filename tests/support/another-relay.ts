// One more process of a shop's relay, over the same PostgreSQL: what a larger shop runs, and what a redeploy starts.
import { join } from 'node:path';
import { createChild, type Child } from '../../scripts/child.ts';
import { root } from '../../scripts/root.ts';
import type { Shop } from '../../scripts/shop.ts';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_PUBLIC_KEY,
  DEMO_WEBHOOK_SECRET,
} from '../simulators/mercado-pago/demo-credentials.ts';

/** What all processes of one relay have alike. */
export type SharedByRelays = { DATABASE_URL: string; SECRETS_KEY: string; PUBLIC_URL: string } & Record<
  string,
  string
>;

export const relayUrlOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Not started yet. */
export function createAnotherRelay(options: {
  shop: Pick<Shop, 'urls'>;
  port: number;
  shared: SharedByRelays;
  file?: string;
}): Child {
  const { shop, port, shared, file = 'cloud/main.ts' } = options;
  return createChild({
    name: `relay on ${port}`,
    file,
    env: {
      ...shared,
      CLOUD_HOST: '127.0.0.1',
      CLOUD_PORT: `${port}`,
      OPERATOR_PORT: '0',
      INSTANCE_URL: relayUrlOf(port),
      WEB_DIR: join(root, 'dist', 'web'),
      SIMULATORS: '1',
      MP_BASE_URL: shop.urls.payments,
      MP_ACCESS_TOKEN: DEMO_ACCESS_TOKEN,
      MP_PUBLIC_KEY: DEMO_PUBLIC_KEY,
      MP_WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET,
    },
    readyUrl: `${relayUrlOf(port)}/readyz`,
    isReady: (response) => response.status === 200,
    readyMsMax: 60_000,
  });
}
