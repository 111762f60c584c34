// `npm run restore -- …`, `sudo balcao restore …`: a restore by whoever stands at the machine, also of a store that has an owner
// or whose database is broken. The store server must be stopped.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { PairWithRelay } from '@balcao/shared/http/relay-link.ts';
import type { RestoreState } from '@balcao/shared/http/restore.ts';
import { listFolder, STICK_FOLDER } from '../../shop/copies/backup-folder.ts';
import { isSealedFile } from '../../shop/copies/sealed-copy.ts';
import { findUsbDrives } from '../../shop/copies/usb.ts';
import type { Config } from '../../config.ts';
import { restoreFromKeptCopy } from './kept-copy.ts';
import { pairAsStore } from './restore-device.ts';
import { RestoreFailed } from './restore-failed.ts';
import {
  checkCopyCode,
  checkRecoveryCode,
  restoreFromFile,
  restoreFromRelay,
  type Restored,
} from './restore.ts';
import type { RestorePlace } from './restore-place.ts';
import { isInUse } from '../../storage/in-use.ts';
import { takeRestored } from './restored-file.ts';

const USAGE = `Faz desta máquina a loja de antes. Pare o servidor da loja primeiro.

  restore --list                 as cópias desta máquina e dos pendrives
  restore --file CAMINHO         de um arquivo de cópia
  restore --relay ENDEREÇO       da cópia guardada no site; os códigos são perguntados

  --pairing-code CÓDIGO          o código de pareamento, de quem cuida do site (relay -- pair --replace NÚMERO)
  --recovery-code CÓDIGO         o código da folha de recuperação; sem ele, é perguntado
  --accept-unproven              com --relay: a loja antiga ou o site eram de uma versão sem provas
  --kept-copy                    com --relay: da cópia fechada que a loja deixou no site, e não dos pedidos que ele acompanhou
  --without-recovery-code        a folha se perdeu: sem usuários, caixa, impressoras e chaves
  --without-relay                com --file: o site não existe mais, a loja segue sem ele
`;

/** What a switch of the first-run screen is called here. */
const SWITCHES: Record<string, string> = {
  unproven: '"Aceitar sem prova" aqui é --accept-unproven.',
  'no-kept-copy': 'Aqui: restaure sem --kept-copy.',
};

const STEPS: Record<NonNullable<RestoreState['step']>, string> = {
  receiving: 'Lendo o arquivo',
  pairing: 'Ligando este aparelho ao site',
  rows: 'Pedidos, usuários e caixa',
  menu: 'Cardápio e configurações',
  images: 'Imagens',
  checking: 'Conferindo',
  replacing: 'Colocando no lugar',
};

const timesIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('pt-BR', { timeZone, dateStyle: 'short', timeStyle: 'short' });

type Place = Omit<RestorePlace, 'onProgress'>;
type Options = ReturnType<typeof parse>;

/** Says how it goes and answers the exit code: 2 for words that it does not know. */
export async function restoreCommand(
  words: readonly string[],
  config: Pick<Config, 'dataDir' | 'usbDir'>,
  place: Place,
  printLine: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
): Promise<number> {
  let options: Options;
  try {
    options = parse(words);
  } catch (error) {
    printLine(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return 2;
  }
  if (options.list === true) {
    await list(config, printLine);
    return 0;
  }
  if (options.file === undefined && options.relay === undefined) {
    printLine(USAGE);
    return 2;
  }
  try {
    if (isInUse(place.file)) throw new Error('O servidor da loja está ligado. Pare-o antes de restaurar.');
    if (takeRestored(place.file)) {
      // Its codes are used up, and it was what somebody asked for.
      printLine('✓ A restauração interrompida estava inteira e ficou no lugar. Ligue o servidor da loja.');
      return 0;
    }
    const { orders, ownerNeeded } = await restore(
      options,
      { ...place, onProgress: progress(printLine) },
      printLine,
    );
    printLine(STEPS.replacing);
    takeRestored(place.file);
    printLine(
      `✓ ${orders} ${orders === 1 ? 'pedido restaurado' : 'pedidos restaurados'}. Ligue o servidor da loja.`,
    );
    if (ownerNeeded)
      printLine('Não há administrador: o código de instalação aparece quando o servidor liga.');
    return 0;
  } catch (error) {
    printLine(`✗ ${error instanceof Error ? error.message : String(error)}`);
    const here = error instanceof RestoreFailed ? SWITCHES[error.failure.code] : undefined;
    if (here !== undefined) printLine(here);
    return 1;
  }
}

const parse = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    options: {
      list: { type: 'boolean' },
      file: { type: 'string' },
      relay: { type: 'string' },
      'pairing-code': { type: 'string' },
      'recovery-code': { type: 'string' },
      'without-recovery-code': { type: 'boolean' },
      'accept-unproven': { type: 'boolean' },
      'without-relay': { type: 'boolean' },
      'kept-copy': { type: 'boolean' },
    },
  }).values;

async function restore(
  options: Options,
  place: RestorePlace,
  printLine: (line: string) => void,
): Promise<Restored> {
  if (options.file !== undefined) {
    const withoutRelay = options['without-relay'] === true;
    const recoveryCode = await codeFor(options.file, options['recovery-code'], place.file);
    return restoreFromFile(options.file, { withoutRelay, recoveryCode }, place);
  }
  const address = PairWithRelay.shape.relayUrl.safeParse(options.relay);
  if (!address.success) throw new Error(address.error.issues[0]?.message);
  const relayUrl = new URL(address.data).origin;
  const pairingCode = options['pairing-code'] ?? (await ask('Código de pareamento: '));
  const sheet = options['recovery-code'];
  const recoveryCode = checkRecoveryCode(
    options['without-recovery-code'] === true ? null : (sheet ?? (await ask('Código de recuperação: '))),
  );
  place.onProgress({ step: 'pairing', done: 0, of: 0 });
  const device = await pairAsStore({ relayUrl, pairingCode, recoveryCode }, place.file);
  if (options['kept-copy'] === true) {
    const { atMs, ...restored } = await restoreFromKeptCopy(device, recoveryCode, place);
    printLine(
      `A cópia é de ${timesIn(place.timeZone).format(atMs)}. O que veio depois volta do site com a loja ligada.`,
    );
    return restored;
  }
  return restoreFromRelay(
    device,
    { recoveryCode, acceptUnproven: options['accept-unproven'] === true },
    place,
  );
}

/** Of an encrypted copy; the machine that made it still knows, when its database can be read. */
async function codeFor(copy: string, given: string | undefined, present: string): Promise<string | null> {
  if (!(await isSealedFile(copy).catch(() => false))) return null;
  if (given === undefined) {
    const known = codeIn(present);
    if (known !== null && (await opens(copy, known))) return known;
  }
  const code = checkRecoveryCode(given ?? (await ask('Código de recuperação (na folha de recuperação): ')));
  await checkCopyCode(copy, code);
  return code;
}

const opens = (copy: string, code: string): Promise<boolean> =>
  checkCopyCode(copy, code).then(
    () => true,
    () => false,
  );

function codeIn(file: string): string | null {
  if (!existsSync(file)) return null;
  let sqlite: Database.Database | null = null;
  try {
    // Not only to read: that would leave a log beside it.
    sqlite = new Database(file);
    const code = sqlite.prepare("select value from meta where key = 'recovery_code'").pluck().get();
    return typeof code === 'string' ? code : null;
  } catch {
    // Broken, which is why somebody restores: then the sheet is asked for.
    return null;
  } finally {
    sqlite?.close();
  }
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** A line for each step, and for each tenth of a long one. */
function progress(printLine: (line: string) => void): RestorePlace['onProgress'] {
  let last = '';
  return ({ step, done, of }) => {
    if (step === null) return;
    const tenths = of > 0 ? Math.floor((done / of) * 10) : 0;
    const line = of > 0 ? `${STEPS[step]}: ${tenths * 10}%` : STEPS[step];
    if (line !== last) printLine(line);
    last = line;
  };
}

async function list(
  { dataDir, usbDir }: Pick<Config, 'dataDir' | 'usbDir'>,
  printLine: (line: string) => void,
): Promise<void> {
  const places = [
    { place: 'store' as const, folder: join(dataDir, 'edge', 'backups') },
    ...(await findUsbDrives(usbDir)).map((stick) => ({
      place: 'usb' as const,
      folder: join(stick, STICK_FOLDER),
    })),
  ];
  let found = 0;
  for (const { place, folder } of places)
    for (const { name } of await listFolder(folder, place)) {
      printLine(join(folder, name));
      found += 1;
    }
  if (found === 0) printLine('Nenhuma cópia nesta máquina nem em pendrives.');
}
