// A store that does nothing but print, to be killed by tests. Looks again at every line it is sent.
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../edge/storage/open.ts';
import { createPrinting } from '../../edge/printing/printing.ts';

const [file = ''] = process.argv.slice(2);
const db = openDatabase(file, fileURLToPath(new URL('../../edge/storage/migrations', import.meta.url)));
const silent = (): void => undefined;
const printing = createPrinting({
  db,
  clock: Date.now,
  log: { info: silent, warn: silent, error: silent },
  timeZone: 'America/Sao_Paulo',
  simulators: true,
  onChange: silent,
});
printing.start();
process.stdin.on('data', () => printing.wake());
process.stdout.write('ready\n');
