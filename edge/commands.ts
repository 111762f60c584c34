// What the store's program does besides serving: each is a word after `main.js`, reads the settings, says what it found, and ends.
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import { VERSION } from '@balcao/shared/version.ts';
import { checkStore } from './check.ts';
import type { Config } from './config.ts';
import { isInUse } from './storage/in-use.ts';
import { openDatabase } from './storage/open.ts';
import { lanHost } from './machine/discovery/lan-address.ts';
import { changeDeviceKey } from './replication/link/change-device-key.ts';
import { knownRelayUrl } from './replication/link/link.ts';
import { migrationsFolder, restorePlace, storeFile } from './place.ts';
import { openStore, type Store } from './store.ts';
import { readCertificate } from './machine/tls/certificate.ts';
import { administrators, issueOwnerCode } from './shop/users/owner-password.ts';

const open = (config: Config): Promise<Store> =>
  openStore({
    config,
    file: storeFile(config),
    migrationsFolder: migrationsFolder(),
    clock: Date.now,
    log: pino({ level: 'silent' }),
  }).catch((error: unknown) => Promise.reject(inWords(error)));

/** An error of SQLite says nothing to who stands at the machine. */
function inWords(error: unknown): unknown {
  const broken =
    error instanceof Error && 'code' in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));
  return broken
    ? new Error(
        'O banco de dados desta loja está danificado e não abre. Restaure a última cópia: restore --list mostra as que há (sudo balcao restore, npm run restore --).',
        { cause: error },
      )
    : error;
}

/** `main.ts restore …`: the same as the first run's screen, from the command line, and for a store that has an owner. */
async function restore(config: Config): Promise<void> {
  const { restoreCommand } = await import('./replication/recovery/restore-command.ts');
  process.exit(await restoreCommand(process.argv.slice(3), config, restorePlace(config)));
}

/** `main.js doctor`: how the machine does, in words; reads what is there and changes nothing. */
async function examine(config: Config): Promise<void> {
  const { runDoctor } = await import('./machine/diagnostics/doctor.ts');
  const { lines, bad } = await runDoctor(config, Date.now);
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exit(bad ? 1 : 0);
}

/** `main.js check`: one line of JSON, and success only when the store would be ready. */
async function check(config: Config): Promise<void> {
  const store = await open(config);
  const report = await checkStore(store, VERSION);
  await store.stop();
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exit(report.ready ? 0 : 1);
}

/** `main.js certificate`: whether the files that the settings name can be served, in words. */
async function tryCertificate({ tls }: Config): Promise<void> {
  if (tls === null) throw new Error('Nenhum certificado foi configurado (TLS_CERT_FILE e TLS_KEY_FILE).');
  const found = await readCertificate(tls, Date.now());
  if (!found.ok) throw new Error(found.refusal);
  const until = new Date(found.value.validToMs).toLocaleDateString('pt-BR');
  process.stdout.write(`Certificado em ordem, vale até ${until}.\n`);
}

/** `main.ts device-key`: another key for this machine's place at the relay. The server must be stopped. */
async function changeKey(config: Config): Promise<void> {
  const file = storeFile(config);
  if (!existsSync(file)) throw new Error(`Não há dados de loja em ${config.dataDir}: confira DATA_DIR.`);
  if (isInUse(file)) throw new Error('O servidor da loja está ligado. Pare-o antes de trocar a chave.');
  const db = openDatabase(file, migrationsFolder());
  try {
    const relayUrl = knownRelayUrl(db, config.relayUrl);
    if (relayUrl === null) throw new Error('Esta loja não está ligada a um site: não há chave a trocar.');
    const done = await changeDeviceKey(db, relayUrl);
    if (done === 'unreachable')
      throw new Error('O site não respondeu. Rode o comando de novo: ele continua de onde parou.');
    if (done === 'refused')
      throw new Error(
        'O site não reconheceu este aparelho. Nada foi mudado. Ligue a loja e pareie de novo em Configurações, Site.',
      );
    process.stdout.write(
      '✓ A chave deste aparelho foi trocada; a antiga não vale mais. Ligue o servidor da loja.\n',
    );
  } finally {
    db.$client.close();
  }
}

/** `main.ts owner-password`: a code for an administrator who forgot the password; the server may be running meanwhile. */
function giveOwnerCode(config: Config): void {
  const file = storeFile(config);
  if (!existsSync(file)) throw new Error(`Não há dados de loja em ${config.dataDir}: confira DATA_DIR.`);
  const db = openDatabase(file, migrationsFolder());
  try {
    const emails = administrators(db);
    process.stdout.write(
      emails.length === 0
        ? 'Esta loja ainda não tem administrador: o código de instalação aparece quando o servidor liga.\n'
        : `\nCódigo para uma senha nova: ${issueOwnerCode(db, Date.now())}\n\n` +
            `Vale uma vez, por 30 minutos. No Wi-Fi da loja, abra http://${lanHost()}:${config.port}/auth, toque em\n` +
            `"Esqueci a senha de administrador" e use um destes emails: ${emails.join(', ')}\n\n`,
    );
  } finally {
    db.$client.close();
  }
}

/** What a word after the program's name does; null for none: then it serves. */
export function commandOf(word: string | undefined): ((config: Config) => void | Promise<void>) | null {
  switch (word) {
    case 'check':
      return check;
    case 'doctor':
      return examine;
    case 'certificate':
      return tryCertificate;
    case 'restore':
      return restore;
    case 'device-key':
      return changeKey;
    case 'owner-password':
      return giveOwnerCode;
    default:
      return null;
  }
}
