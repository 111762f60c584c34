// `npm run doctor`: how this machine's store does, in words; exit 1 when something is bad. Reads the same environment as it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../edge/config.ts';
import { runDoctor } from '../edge/machine/diagnostics/doctor.ts';
import { root } from './root.ts';

const dotenv = join(root, '.env');
if (existsSync(dotenv)) process.loadEnvFile(dotenv);
// Where `npm start` keeps everything.
process.env['DATA_DIR'] ??= join(root, 'data');

const { lines, bad } = await runDoctor(readConfig(), Date.now);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = bad ? 1 : 0;
