// What the operator of a test's relay says when a machine is to take another's place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../cloud/command.ts';
import type { TestShop } from './shop.ts';

/** A pairing code that is good once; throws with what the operator was told instead of one. */
export async function replacementCode(
  { dataDir, ports, urls }: Pick<TestShop, 'dataDir' | 'ports' | 'urls'>,
  storeId: string,
): Promise<string> {
  const { secretsKey } = JSON.parse(readFileSync(join(dataDir, 'shop.json'), 'utf8')) as {
    secretsKey: string;
  };
  const said: string[] = [];
  const config = {
    operatorHost: '127.0.0.1',
    operatorPort: ports.operator ?? 0,
    secretsKey: Buffer.from(secretsKey, 'hex'),
    publicUrl: urls.relay,
    databaseUrl: null,
    databaseDirectUrl: null,
  };
  await runCommand(['pair', '--replace', storeId], config, (line) => said.push(line));
  const [, code] = /Código: (\S+)/.exec(said.join('\n')) ?? [];
  if (code === undefined) throw new Error(said.join('\n'));
  return code;
}
