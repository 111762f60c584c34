// Starts the printer simulator as a process: settings by environment, one line when ready, a clean stop.

import { startPrinterSimulator } from './simulator.ts';

const env = process.env;
const simulator = await startPrinterSimulator({
  port: Number(env['PRINTER_SIM_PORT'] ?? 9100),
  httpPort: Number(env['PRINTER_SIM_PAGE_PORT'] ?? 4020),
  host: env['PRINTER_SIM_HOST'] ?? '127.0.0.1',
  columns: env['PRINTER_SIM_COLUMNS'] === '32' ? 32 : 48,
});
console.log(
  `ready: printer simulator on tcp://127.0.0.1:${simulator.port}, paper on http://127.0.0.1:${simulator.httpPort}`,
);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void simulator.close().then(() => process.exit(0));
  });
}
