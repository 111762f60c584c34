// `npm start`: a whole shop on one machine, to try and to develop. Stays until Ctrl-C, keeps its parts
// alive, and leaves no process behind. Never for production: it has simulators and sample users.
import { networkInterfaces } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BuildError, buildWeb } from './build.ts';
import { tail, type Exit } from './child.ts';
import { isFree } from './ports.ts';
import { root } from './root.ts';
import { seconds } from './run.ts';
import { createShop, PARTS, type Part, type Shop, type ShopPorts } from './shop.ts';

const PORTS: { port: keyof ShopPorts; variable: string; standard: number; what: string }[] = [
  { port: 'store', variable: 'EDGE_PORT', standard: 3000, what: 'servidor da loja' },
  { port: 'relay', variable: 'CLOUD_PORT', standard: 4000, what: 'site (relay)' },
  { port: 'operator', variable: 'OPERATOR_PORT', standard: 5000, what: 'comandos do site (relay)' },
  { port: 'payments', variable: 'MP_SIM_PORT', standard: 4010, what: 'Mercado Pago simulado' },
  { port: 'printer', variable: 'PRINTER_SIM_PORT', standard: 9100, what: 'impressora simulada' },
  { port: 'printerPage', variable: 'PRINTER_SIM_PAGE_PORT', standard: 4020, what: 'papel da impressora' },
];
const NAMES: Record<Part, string> = {
  store: 'servidor da loja',
  relay: 'site (relay)',
  payments: 'Mercado Pago simulado',
  printer: 'impressora simulada',
};
const RESTART_DELAY_MS_MIN = 500;
const RESTART_DELAY_MS_MAX = 15_000;
/** A part that lived this long is well: its next death waits the shortest time again. */
const HEALTHY_MS = 30_000;
/** The terminal and npm both pass Ctrl-C on: what comes this soon is the same one. */
const SAME_SIGNAL_MS = 1_000;

class Stop extends Error {}

function readPorts(): Required<ShopPorts> {
  const ports = { store: 0, relay: 0, operator: 0, payments: 0, printer: 0, printerPage: 0 };
  const taken = new Map<number, string>();
  for (const { port, variable, standard } of PORTS) {
    const text = process.env[variable] ?? '';
    const number = text.trim() === '' ? standard : Number(text);
    if (!Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new Stop(`${variable}=${text} não é uma porta (1 a 65535).`);
    }
    const other = taken.get(number);
    if (other) throw new Stop(`${variable} e ${other} pedem a mesma porta ${number}.`);
    taken.set(number, variable);
    ports[port] = number;
  }
  return ports;
}

async function refuseBusyPorts(ports: Required<ShopPorts>): Promise<void> {
  const busy: string[] = [];
  for (const { port, variable, what } of PORTS) {
    if (await isFree(ports[port])) continue;
    busy.push(
      `A porta ${ports[port]} (${what}) já está em uso. Para usar outra: ${variable}=${ports[port] + 1} npm start`,
    );
  }
  if (busy.length > 0) throw new Stop(busy.join('\n'));
}

/** Starts a dead part again, ever more slowly while it keeps dying. */
function keepAlive(shop: Shop, isStopping: () => boolean): void {
  for (const part of PARTS) {
    const child = shop.children[part];
    let delayMs = RESTART_DELAY_MS_MIN;
    let startedAt = Date.now();
    const revive = async (exit: Exit) => {
      if (isStopping()) return;
      if (Date.now() - startedAt > HEALTHY_MS) delayMs = RESTART_DELAY_MS_MIN;
      console.error(
        `✗ ${NAMES[part]} parou (${exit.signal ?? `código ${exit.code}`}); de volta em ${seconds(delayMs)}${tail(child.log(), 5)}`,
      );
      await delay(delayMs);
      delayMs = Math.min(delayMs * 2, RESTART_DELAY_MS_MAX);
      if (isStopping()) return;
      startedAt = Date.now();
      try {
        await child.start();
        console.log(`✓ ${NAMES[part]} voltou`);
      } catch (error) {
        if (isStopping()) return;
        // Dead already: its death came here by itself. Alive but not ready: it goes on, and is watched.
        if (child.pid !== undefined)
          console.error(`✗ ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    child.onDeath((exit) => void revive(exit));
  }
}

async function printTable(shop: Shop, startedAt: number): Promise<void> {
  const { DEMO_USERS } = await import('../edge/demo/users.ts');
  const lan = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((address) => address.family === 'IPv4' && !address.internal)
    .map((address) => address.address);
  const rows = [
    ['Site dos clientes', shop.urls.relay],
    ['Loja (equipe e rede local)', shop.urls.store],
    ['Mercado Pago simulado', shop.urls.payments],
    ['Papel da impressora', shop.urls.printerPage, `(TCP ${shop.ports.printer})`],
  ];
  console.log('\nEndereços');
  printColumns(rows);
  if (lan[0]) {
    console.log(
      `  Na rede local: http://${lan[0]}:${shop.ports.store} (loja), http://${lan[0]}:${shop.ports.relay} (site)`,
    );
  }
  console.log('\nUsuários desta demonstração');
  printColumns(DEMO_USERS.map((user) => [user.role, user.email, user.password, user.name]));
  const dataDir = relative(root, shop.dataDir) || '.';
  console.log(`\nDados em ${dataDir}, registros em ${join(dataDir, 'logs')}. Ctrl-C encerra.`);
  console.log(`Balcão pronto em ${seconds(Date.now() - startedAt)}`);
}

function printColumns(rows: string[][]): void {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, i) => Math.max(cell.length, all[i] ?? 0)),
    [],
  );
  for (const row of rows)
    console.log(`  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd());
}

async function main(): Promise<void> {
  const startedAt = Date.now();
  const ports = readPorts();
  await refuseBusyPorts(ports);
  const dataDir = resolve(root, process.env.DATA_DIR || 'data');
  const building = new AbortController();
  let stoppedAt: number | undefined;
  let shop: Shop | undefined;

  const onSignal = async () => {
    const again = stoppedAt !== undefined;
    if (stoppedAt !== undefined && Date.now() - stoppedAt < SAME_SIGNAL_MS) return;
    stoppedAt ??= Date.now();
    if (again) {
      if (shop) await Promise.all(Object.values(shop.children).map((child) => child.kill('SIGKILL')));
      process.exit(130);
    }
    console.log('\nEncerrando …');
    building.abort();
    await shop?.stop();
    console.log('Balcão encerrado.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal());

  try {
    console.log('• Aplicativo web …');
    const web = await buildWeb(building.signal);
    console.log(web.changed ? `  construído em ${seconds(web.tookMs)}` : '  sem mudanças');
    console.log('• Processos …');
    shop = createShop({
      dataDir,
      ports,
      // Phones on the shop's Wi-Fi are what this is about; EDGE_HOST=127.0.0.1 keeps it to this machine.
      host: process.env.EDGE_HOST || '0.0.0.0',
      hostName: 'localhost',
      mdns: process.env.MDNS !== '0',
      logDir: join(dataDir, 'logs'),
    });
    await shop.start((part) => console.log(`  ${NAMES[part]} (${seconds(Date.now() - startedAt)})`));
    keepAlive(shop, () => stoppedAt !== undefined);
    await printTable(shop, startedAt);
  } catch (error) {
    if (stoppedAt !== undefined) return;
    await shop?.stop();
    if (error instanceof BuildError) throw new Stop(error.message);
    throw error;
  }
}

try {
  await main();
} catch (error) {
  const known = error instanceof Stop;
  console.error(`\n✗ ${known ? error.message : error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}
