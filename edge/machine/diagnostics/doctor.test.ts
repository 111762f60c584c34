// What `npm run doctor` prints beside the checks: how the store answers, which copies lie there, and what makes it end badly.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { writeMeta } from '../../storage/identity.ts';
import { openDatabase } from '../../storage/open.ts';
import { COPY_OUTSIDE } from '../../shop/copies/outside.ts';
import { runDoctor } from './doctor.ts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-21T15:00:00-03:00');
const WELL = { ready: true, reasons: [], link: 'linked', seq: 0 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-doctor-'));
  const db = openDatabase(join(folder, 'edge', 'store.db'), 'edge/storage/migrations');
  writeMeta(db, COPY_OUTSIDE, JSON.stringify({ atMs: NOW, sinceMs: 0 }));
  db.$client.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** With a store that answers so; null: one that does not run. */
async function examine(ready: object | null, settings: Record<string, string> = {}) {
  const server = createServer((_, answer) => answer.end(JSON.stringify(ready)));
  if (ready !== null) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = ready === null ? 1 : (server.address() as AddressInfo).port;
  try {
    const config = readConfig({ DATA_DIR: folder, EDGE_PORT: String(port), ...settings });
    const { lines, bad } = await runDoctor(config, () => NOW);
    return { first: lines[0], bad, line: (name: string) => lines.find((one) => one.includes(` ${name}: `)) };
  } finally {
    server.close();
  }
}

it.each([
  ['held: the database file is damaged; restore a backup', '✗ Banco de dados: Danificado'],
  ['a part of the database file cannot be read', '✗ Banco de dados: Uma parte não é lida'],
  ['the database cannot be written', '✗ Banco de dados: Não grava'],
])('says of a store that runs and is not ready because %s: %s', async (reason, said) => {
  const { first, bad, line } = await examine({
    ...WELL,
    ready: false,
    reasons: ['the relay is away', reason],
  });
  expect([first, bad]).toEqual(['✓ Loja: no ar.', true]);
  expect(line('Banco de dados')).toContain(said);
});

it('says of a store in its safe mode that its link and its jobs are stopped', async () => {
  const worker = {
    name: 'backup',
    everyMs: 60_000,
    running: false,
    lastRunAtMs: NOW,
    lastDurationMs: 2,
    lastError: 'disk is full',
    failures: 2,
  };
  const safe = await examine({
    ...WELL,
    reasons: ['safe mode: it died too often; no background work and no link'],
    workers: [worker],
  });
  expect(safe.line('Internet e site')).toContain('✗ Internet e site: Parada');
  expect(safe.line('Tarefas automáticas')).toContain('✗ Tarefas automáticas: Paradas');
  const awake = await examine({ ...WELL, workers: [worker] });
  expect(awake.line('Tarefas automáticas')).toBe(
    '▲ Tarefas automáticas: Cópia da noite falhou 2 vezes seguidas: disk is full. Tenta de novo sozinha.',
  );
  expect(awake.bad).toBe(false);
  // What it does not hear from the store it does not make up.
  expect((await examine(WELL)).line('Tarefas automáticas')).toBeUndefined();
  expect((await examine(WELL)).line('Últimos erros')).toBeUndefined();
});

it('says all that a store says which could not be opened, and ends badly', async () => {
  const trouble = ['O disco da loja está cheio', 'Apague arquivos que não são da loja.'];
  expect(await examine({ ...WELL, trouble })).toMatchObject({
    first: '✗ Loja: não abriu. O disco da loja está cheio Apague arquivos que não são da loja.',
    bad: true,
  });
});

it('tells a shop without a site from one whose store does not run, and ends badly where it does not', async () => {
  const alone = await examine(null);
  expect(alone.line('Internet e site')).toContain('– Internet e site: Esta loja trabalha sem site');
  expect([alone.first?.slice(0, 20), alone.bad]).toEqual(['✗ Loja: não responde', true]);
  const away = await examine(null, { RELAY_URL: 'http://127.0.0.1:1' });
  expect(away.line('Internet e site')).toContain('✗ Internet e site: A loja não está no ar.');
});

it('goes by the newest copy that lies in the store, and by copies alone', async () => {
  const lay = (name: string, ageMs: number): void => {
    const file = join(folder, 'edge', 'backups', name);
    writeFileSync(file, '');
    utimesSync(file, (NOW - ageMs) / 1000, (NOW - ageMs) / 1000);
  };
  mkdirSync(join(folder, 'edge', 'backups'));
  expect((await examine(WELL)).line('Cópia de segurança')).toContain('Ainda não há cópia.');
  lay('noturna-2026-11-18-0430-1a2b-0c1d2e.db.age', 82 * HOUR);
  lay('manual-2026-11-20-0900-3c4d-0c1d2e.db.age', 29 * HOUR);
  lay('leia-me.txt', HOUR);
  expect((await examine(WELL)).line('Cópia de segurança')).toBe(
    '✓ Cópia de segurança: A última é de 29 horas atrás.',
  );
});
