// `npm run rehearse -- mercado-pago [orders|payments]`: leads a person with real credentials through two PIX of R$ 1, a card if there is one, and refunds in part, whole
// and by the panel, and a card terminal of the account if there is one, and keeps what the provider answered, without personal data, as a fixture
// that tests/contract/payments/rehearsed.test.ts holds the simulator and the adapters against. The token is asked for and kept nowhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { RECORDED_FOLDER } from '../tests/rehearsal/fixtures.ts';
import { rehearseMercadoPago } from '../tests/rehearsal/mercado-pago.ts';

const REAL = 'https://api.mercadopago.com';

const [provider, api = 'orders', baseUrl = REAL, given] = process.argv.slice(2);
if (provider !== 'mercado-pago' || (api !== 'orders' && api !== 'payments')) {
  console.error('Uso: npm run rehearse -- mercado-pago [orders|payments] [endereço do simulador [pasta]]');
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
// What the simulator said is no fixture: it would be held against itself.
const folder = given ?? (baseUrl === REAL ? RECORDED_FOLDER : join(tmpdir(), 'balcao-ensaio'));
mkdirSync(folder, { recursive: true });
const now = new Date().toISOString().slice(0, 16).replace(':', 'h');
const file = join(folder, `mercado-pago-${api}-${now}.json`);
writeFileSync(file, `${JSON.stringify({ baseUrl, api, recorded }, null, 2)}\n`);
console.log(`\nGravado em ${file}. Leia antes de guardar no repositório: nada pessoal deve estar nele.`);
