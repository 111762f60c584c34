// What an update has to know of the store's database, by Node's own SQLite: no package, and nothing is changed.
//   store-data.mjs copy FROM TO   a consistent copy, also while the store writes
//   store-data.mjs head FILE      the last number of the store's log
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

// In words: who reads it stands at the machine.
process.on('uncaughtException', (error) => {
  const full = /full|ENOSPC|EDQUOT/.test(`${error.code} ${error.errstr} ${error.message}`);
  process.stderr.write(
    full
      ? 'Não há espaço no disco para uma cópia dos dados.\n'
      : `Os dados da loja não puderam ser lidos (${error.message}).\n`,
  );
  process.exit(1);
});

const [command, file, target] = process.argv.slice(2);
const database = new DatabaseSync(file, { readOnly: true });
if (command === 'copy') {
  mkdirSync(dirname(target), { recursive: true });
  await backup(database, target);
} else if (command === 'head') {
  const { seq } = database.prepare('select coalesce(max(seq), 0) as seq from outbox').get();
  process.stdout.write(`${seq}\n`);
} else {
  throw new Error(`unknown command ${command}`);
}
database.close();
