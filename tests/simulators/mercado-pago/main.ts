// Starts the Mercado Pago simulator as a process: settings by environment, one line when ready, a clean stop.

import { DEMO_ACCESS_TOKEN, DEMO_PORT, DEMO_PUBLIC_KEY, DEMO_WEBHOOK_SECRET } from './demo-credentials.ts';
import { startMercadoPagoSimulator } from './simulator.ts';

const env = process.env;
const publicUrl = env['MP_SIM_PUBLIC_URL'];
const panelUrl = env['MP_SIM_PANEL_URL'];
const simulator = await startMercadoPagoSimulator({
  port: Number(env['MP_SIM_PORT'] ?? DEMO_PORT),
  host: env['MP_SIM_HOST'] ?? '127.0.0.1',
  accessToken: env['MP_SIM_ACCESS_TOKEN'] ?? DEMO_ACCESS_TOKEN,
  publicKey: env['MP_SIM_PUBLIC_KEY'] ?? DEMO_PUBLIC_KEY,
  webhookSecret: env['MP_SIM_WEBHOOK_SECRET'] ?? DEMO_WEBHOOK_SECRET,
  ...(publicUrl === undefined ? {} : { publicUrl }),
  ...(panelUrl === undefined ? {} : { panelUrl }),
});
console.log(`ready: Mercado Pago simulator on ${simulator.url}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void simulator.close().then(() => process.exit(0));
  });
}
