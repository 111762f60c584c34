// What the store's program says and does besides serving, as whoever stands at the machine reads it: a word after its name, an answer, an end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandOf } from './commands.ts';
import { readConfig } from './config.ts';
import { restorePlace } from './place.ts';
import { loadIdentity, readMeta, writeMeta } from './storage/identity.ts';
import { openDatabase, type Db } from './storage/open.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { asRole } from './testing/sign-in.ts';

const MIGRATIONS = 'edge/storage/migrations';
let folder: string;
let said: string;
let ended: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-commands-'));
  said = '';
  ended = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    ended.push(code);
    throw new Error(`ended with ${code}`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'edge', 'store.db');
const run = async (word: string, environment: Record<string, string> = {}): Promise<void> =>
  commandOf(word)?.(readConfig({ DATA_DIR: folder, EDGE_PORT: '3210', ...environment }));
/** The store's database, open while `work` is done. */
function inDatabase<T>(work: (db: Db) => T): T {
  const db = openDatabase(file(), MIGRATIONS);
  try {
    return work(db);
  } finally {
    db.$client.close();
  }
}

it('a word that it does not know, or none, is no command: then it serves', () => {
  expect([commandOf(undefined), commandOf('serve')]).toEqual([null, null]);
});

it('of a database that is damaged the check of a release says how the shop is brought back', async () => {
  mkdirSync(join(folder, 'edge'));
  writeFileSync(file(), 'no database '.repeat(100));
  await expect(run('check')).rejects.toThrow(
    'O banco de dados desta loja está danificado e não abre. Restaure a última cópia: restore --list mostra as que há (sudo balcao restore, npm run restore --).',
  );
});

it('the check of a release says on one line of JSON that it can serve the data, and ends well', async () => {
  await expect(run('check')).rejects.toThrow('ended with 0');
  expect(said.endsWith('\n')).toBe(true);
  expect(JSON.parse(said)).toMatchObject({ ready: true, reasons: [], seq: 0 });
});

it('the check of a release says why a store would not be ready, and ends badly', async () => {
  inDatabase((db) => writeMeta(db, 'held', 'fenced'));
  await expect(run('check')).rejects.toThrow('ended with 1');
  expect(JSON.parse(said)).toMatchObject({
    ready: false,
    reasons: ['held: another machine serves this store; pair this one again to take over'],
  });
});

it('the doctor finds a machine bad on which no store answers', async () => {
  inDatabase(() => undefined);
  await expect(run('doctor', { EDGE_PORT: '1' })).rejects.toThrow('ended with 1');
  expect(said).toContain('✗ Loja: não responde na porta 1. No aparelho da loja: sudo balcao restart\n');
});

it('a store is made anew in its own place, and counts its days where the shop is', () => {
  const place = restorePlace(readConfig({ DATA_DIR: folder, TIME_ZONE: 'America/Manaus' }));
  expect(place).toMatchObject({ file: file(), timeZone: 'America/Manaus' });
});

it('a restore is given the words after its name, and ends with its answer', async () => {
  const { argv } = process;
  process.argv = ['node', 'main.js', 'restore', '--list'];
  try {
    await expect(run('restore', { USB_DIR: join(folder, 'media') })).rejects.toThrow('ended with 0');
    expect(said).toBe('Nenhuma cópia nesta máquina nem em pendrives.\n');
    process.argv = ['node', 'main.js', 'restore'];
    await expect(run('restore')).rejects.toThrow('ended with 2');
  } finally {
    process.argv = argv;
  }
});

describe('the certificate', () => {
  it('is asked for where none was set up', async () => {
    await expect(run('certificate')).rejects.toThrow(
      'Nenhum certificado foi configurado (TLS_CERT_FILE e TLS_KEY_FILE).',
    );
  });

  it.each([
    ['no certificate', 'não é um certificado em PEM.'],
    [null, null],
  ])('of files that hold %j is told to be wrong in words', async (text, words) => {
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    if (text !== null) for (const one of [certFile, keyFile]) writeFileSync(one, text);
    await expect(run('certificate', { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile })).rejects.toThrow(
      words === null ? `Não há arquivo ${certFile}.` : `${certFile} ${words}`,
    );
    expect(said).toBe('');
  });
});

describe('another key for this machine', () => {
  let status: number;
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(new Response(null, { status })));
  });
  const ofASite = { RELAY_URL: 'https://acai.example' };
  const key = () => inDatabase((db) => loadIdentity(db).deviceKey);

  it('is for a store that is there, is not running and has a site', async () => {
    await expect(run('device-key', ofASite)).rejects.toThrow(
      `Não há dados de loja em ${folder}: confira DATA_DIR.`,
    );
    inDatabase(() => undefined);
    await expect(run('device-key')).rejects.toThrow(
      'Esta loja não está ligada a um site: não há chave a trocar.',
    );
    const running = openDatabase(file(), MIGRATIONS);
    try {
      await expect(run('device-key', ofASite)).rejects.toThrow(
        'O servidor da loja está ligado. Pare-o antes de trocar a chave.',
      );
    } finally {
      running.$client.close();
    }
  });

  it('is told to have been changed, and is another one from then on', async () => {
    const before = key();
    status = 200;
    await run('device-key', ofASite);
    expect(said).toBe(
      '✓ A chave deste aparelho foi trocada; a antiga não vale mais. Ligue o servidor da loja.\n',
    );
    expect(key()).not.toEqual(before);
  });

  it.each([
    [503, 'O site não respondeu. Rode o comando de novo: ele continua de onde parou.'],
    [
      401,
      'O site não reconheceu este aparelho. Nada foi mudado. Ligue a loja e pareie de novo em Configurações, Site.',
    ],
  ])('stays as it was where the site answers %i, and that is said', async (answered, words) => {
    const before = key();
    status = answered;
    await expect(run('device-key', ofASite)).rejects.toThrow(words);
    expect([key(), said]).toEqual([before, '']);
    // Whatever came of it, nobody has the database open.
    inDatabase((db) => writeMeta(db, 'looked_at', '1'));
  });
});

describe('a new password for the owner', () => {
  it('is for a store that is there', async () => {
    await expect(run('owner-password')).rejects.toThrow(
      `Não há dados de loja em ${folder}: confira DATA_DIR.`,
    );
  });

  it('is for nobody where there is no administrator yet', async () => {
    inDatabase(() => undefined);
    await run('owner-password');
    expect(said).toBe(
      'Esta loja ainda não tem administrador: o código de instalação aparece quando o servidor liga.\n',
    );
    expect(inDatabase((db) => readMeta(db, 'owner_password_code'))).toBeNull();
  });

  it('is set with a code, which the owner is told with the address and the accounts', async () => {
    mkdirSync(join(folder, 'edge'));
    const store = await openTestStore({ folder: join(folder, 'edge') });
    await asRole(store, 'ADMIN');
    await store.stop();
    await run('owner-password');
    expect(said).toMatch(
      /^\nCódigo para uma senha nova: [0-9A-Z-]{4,}\n\nVale uma vez, por 30 minutos\. No Wi-Fi da loja, abra http:\/\/\S+:3210\/auth, toque em\n"Esqueci a senha de administrador" e use um destes emails: admin@loja\.com\n\n$/,
    );
    expect(inDatabase((db) => readMeta(db, 'owner_password_code'))).not.toBeNull();
  });
});
