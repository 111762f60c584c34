// A restore from the command line, to be killed by tests: the folder, then the command's own words.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { restoreCommand } from '../../edge/replication/recovery/restore-command.ts';

const [folder = '', ...words] = process.argv.slice(2);
process.exitCode = await restoreCommand(
  words,
  { dataDir: folder, usbDir: folder },
  {
    file: join(folder, 'store.db'),
    migrationsFolder: fileURLToPath(new URL('../../edge/storage/migrations', import.meta.url)),
    timeZone: 'America/Sao_Paulo',
    clock: Date.now,
  },
);
