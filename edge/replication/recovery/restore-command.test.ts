// The restore by whoever stands at the machine: what it says where there is nothing to restore from, or it comes to nothing, and how it is mended here.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadIdentity } from '../../storage/identity.ts';
import { openDatabase } from '../../storage/open.ts';
import { recoveryCode } from '../../storage/recovery-code.ts';
import { restoreCommand } from './restore-command.ts';

const MIGRATIONS = 'edge/storage/migrations';
const RELAY = ['--relay', 'https://acai.example/pedidos', '--pairing-code', 'ABCDE-12345'];
let folder: string;
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-restore-'));
  mkdirSync(join(folder, 'edge'));
  said = [];
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const run = (...words: string[]): Promise<number> =>
  restoreCommand(
    words,
    { dataDir: folder, usbDir: join(folder, 'media') },
    {
      file: join(folder, 'edge', 'store.db'),
      migrationsFolder: MIGRATIONS,
      timeZone: 'America/Sao_Paulo',
      clock: () => 1_800_000_000_000,
    },
    (line) => said.push(line),
  );
/** A relay that pairs whoever comes, and answers everything else with that status; the addresses that were asked. */
function aRelay(status: number): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    asked.push(address as string);
    return Promise.resolve(
      (address as string).endsWith('/edge/pair')
        ? Response.json({
            storeId: '0198c0de-0000-4000-8000-000000000001',
            publicUrl: 'https://acai.example',
          })
        : new Response(null, { status }),
    );
  });
  return asked;
}
const aCode = (): string => {
  const db = openDatabase(':memory:', MIGRATIONS);
  const code = recoveryCode(db);
  db.$client.close();
  return code;
};

it('says that there is no copy where there is none', async () => {
  expect(await run('--list')).toBe(0);
  expect(said).toEqual(['Nenhuma cópia nesta máquina nem em pendrives.']);
});

it.each([[[]], [['--what']], [['--pairing-code', 'ABCDE']]])(
  'shows how it is used to who wrote %j',
  async (words) => {
    expect(await run(...words)).toBe(2);
    expect(said.at(-1)).toContain('restore --file CAMINHO');
  },
);

it('puts in its place what an interrupted restore had made whole, and asks nobody for its codes again', async () => {
  const asked = aRelay(404);
  const file = join(folder, 'edge', 'store.db');
  openDatabase(`${file}.restored`, MIGRATIONS).$client.close();
  expect(await run(...RELAY, '--without-recovery-code')).toBe(0);
  expect(said).toEqual([
    '✓ A restauração interrompida estava inteira e ficou no lugar. Ligue o servidor da loja.',
  ]);
  expect([existsSync(file), existsSync(`${file}.restored`), asked]).toEqual([true, false, []]);
});

describe('from the relay', () => {
  it('is not begun with an address that is none, nor with a slip of the pen in the code', async () => {
    const asked = aRelay(404);
    expect(await run('--relay', 'ftp://acai', '--pairing-code', 'A', '--without-recovery-code')).toBe(1);
    expect(said.splice(0)).toEqual(['✗ Digite o endereço do site, como https://acai.example.com']);
    expect(await run(...RELAY, '--recovery-code', 'ABCD')).toBe(1);
    expect(said).toEqual([
      '✗ O código de recuperação tem uma letra errada ou faltando. Confira a folha de recuperação.',
    ]);
    expect(asked).toEqual([]);
  });

  it('asks at its address alone, and says in which step it is', async () => {
    const asked = aRelay(401);
    expect(await run(...RELAY, '--without-recovery-code')).toBe(1);
    expect(asked.slice(0, 2)).toEqual([
      'https://acai.example/edge/pair',
      'https://acai.example/edge/restore',
    ]);
    expect(said[0]).toBe('Ligando este aparelho ao site');
    expect(said.at(-1)).toContain('✗ O site não reconheceu este aparelho.');
  });

  it('without a copy of the night there says which switch to leave out', async () => {
    aRelay(404);
    expect(await run(...RELAY, '--recovery-code', aCode(), '--kept-copy')).toBe(1);
    expect(said.slice(-2)).toEqual([
      '✗ O site não tem cópia da noite desta loja. Desligue "Usar a cópia da noite que está no site" e restaure de novo com os mesmos códigos.',
      'Aqui: restaure sem --kept-copy.',
    ]);
  });
});

describe('from a file', () => {
  it('of a shop without an administrator says how one gets in', async () => {
    const copy = join(folder, 'copy.db');
    const db = openDatabase(copy, MIGRATIONS);
    loadIdentity(db);
    db.$client.close();
    expect(await run('--file', copy)).toBe(0);
    expect(said.slice(-3)).toEqual([
      'Colocando no lugar',
      '✓ 0 pedidos restaurados. Ligue o servidor da loja.',
      'Não há administrador: o código de instalação aparece quando o servidor liga.',
    ]);
    // Each step is a line of its own, once.
    expect(new Set(said).size).toBe(said.length);
  });

  it('that is not there says so', async () => {
    expect(await run('--file', join(folder, 'nowhere.db'))).toBe(1);
    expect(said.at(-1)).toContain('✗ Este arquivo não pôde ser lido.');
  });
});
