// `npm run rehearse -- mercado-pago [orders|payments]`: leads a person with real credentials through two PIX of R$ 1, a card if there is one, and refunds in part, whole
// and by the panel, and a card terminal of the account if there is one, and keeps what the provider answered, without personal data, as a fixture. The token is asked for and kept nowhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { rehearseMercadoPago } from '../tests/rehearsal/mercado-pago.ts';
import { root } from './root.ts';

const REAL = 'https://api.mercadopago.com';

const [provider, api = 'orders', baseUrl = REAL] = process.argv.slice(2);
if (provider !== 'mercado-pago' || (api !== 'orders' && api !== 'payments')) {
  console.error('Uso: npm run rehearse -- mercado-pago [orders|payments] [endereço do simulador]');
  process.exit(2);
}
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const accessToken = (
  process.env['MP_ACCESS_TOKEN'] ?? (await terminal.question('Access Token (APP_USR-…): '))
).trim();
const recorded = await rehearseMercadoPago({
  api,
  baseUrl,
  accessToken,
  ask: (text) => terminal.question(`\n${text}\n> `),
  say: (text) => console.log(text),
  pause: (ms) => pause(ms),
  nowMs: Date.now,
});
terminal.close();
const folder = join(root, 'tests', 'rehearsal', 'recorded');
mkdirSync(folder, { recursive: true });
const file = join(folder, `mercado-pago-${api}-${new Date().toISOString().slice(0, 10)}.json`);
writeFileSync(file, `${JSON.stringify({ baseUrl, api, recorded }, null, 2)}\n`);
console.log(`\nGravado em ${file}. Leia antes de guardar no repositório: nada pessoal deve estar nele.`);
