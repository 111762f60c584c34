// The operator's command line: `npm run relay -- stores | pair [--host NAME] [--replace STORE] | revoke STORE | move STORE --to DATABASE | rotate-key`
// (`shards` is answered before by main.ts). Asks the running
// relay at its operator's port on this machine, so that it works with either database and holds from the next request on.
import { parseArgs } from 'node:util';
import type { Config } from './config.ts';
import { KnownStores, PairingCode, Resealed } from '@balcao/shared/http/operator.ts';
import { operatorToken } from './shop/stores/operator.ts';

const USAGE = [
  'npm run relay -- stores                     as lojas deste site',
  'npm run relay -- pair                       um código para a primeira loja',
  'npm run relay -- pair --host NOME           um código para mais uma loja, no seu endereço',
  'npm run relay -- pair --replace NÚMERO      um código para o aparelho que toma o lugar de outro',
  'npm run relay -- revoke NÚMERO              desliga uma loja do site',
  'npm run relay -- move NÚMERO --to BANCO     muda uma loja para o relay que tem esse DATABASE_URL',
  'npm run relay -- rotate-key                 passa os segredos guardados de SECRETS_KEY_PREVIOUS para SECRETS_KEY',
  'npm run relay -- shards                     os comandos que repartem as tabelas num PostgreSQL com Citus',
].join('\n');
const PRESENCE = { linked: 'ligada', grace: 'caiu agora', away: 'sem conexão' };

type OperatorConfig = Pick<
  Config,
  'operatorHost' | 'operatorPort' | 'secretsKey' | 'publicUrl' | 'databaseUrl' | 'databaseDirectUrl'
>;
type Ask = (path: string, init?: { method?: string; json?: unknown }) => Promise<unknown>;
/** What a command has at hand. */
type Desk = { config: OperatorConfig; ask: Ask; print: (line: string) => void };

/** Prints the answer; false when it was a refusal. */
export async function runCommand(
  words: readonly string[],
  config: OperatorConfig,
  print: (line: string) => void,
): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { host: { type: 'string' }, replace: { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
  });
  const [verb, storeId] = positionals;
  const desk: Desk = { config, ask: askerOf(config), print };
  try {
    if (verb === 'stores') return await listStores(desk);
    if (verb === 'pair') return await makeCode(desk, { host: values.host, replaces: values.replace });
    if (verb === 'revoke' && storeId !== undefined) return await revoke(desk, storeId);
    if (verb === 'move' && storeId !== undefined && values.to !== undefined)
      return await move(desk, storeId, values.to);
    if (verb === 'rotate-key') return await rotateKey(desk);
    print(USAGE);
    return verb === undefined;
  } catch (error) {
    print(`✗ ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function askerOf(config: OperatorConfig): Ask {
  return async (path, init = {}) => {
    const answer = await fetch(`${addressOf(config)}/operator${path}`, {
      method: init.method ?? 'GET',
      headers: {
        authorization: `Bearer ${await operatorToken(config.secretsKey)}`,
        ...(init.json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(init.json === undefined ? {} : { body: JSON.stringify(init.json) }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => {
      throw new Error(
        `O relay não responde ao operador em ${addressOf(config)}. Ele está no ar, com o mesmo OPERATOR_PORT?`,
      );
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(detailOf(text) ?? `O relay respondeu ${answer.status}.`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  };
}

const knownStores = async (ask: Ask) => KnownStores.parse(await ask('/stores')).stores;

async function listStores({ config, ask, print }: Desk): Promise<true> {
  const stores = await knownStores(ask);
  if (stores.length === 0) print('Nenhuma loja ainda. Faça um código: npm run relay -- pair');
  for (const store of stores) {
    const host = store.host ?? new URL(config.publicUrl).hostname;
    const condition = store.condition === 'following' ? '' : `, ${store.condition}`;
    print(`${store.storeId}  ${store.name}  ${host}  ${PRESENCE[store.presence]}${condition}`);
  }
  return true;
}

async function makeCode(
  { ask, print }: Desk,
  json: { host: string | undefined; replaces: string | undefined },
): Promise<true> {
  const { code } = PairingCode.parse(await ask('/pairing-codes', { method: 'POST', json }));
  print(`Código: ${code}`);
  print('Vale uma vez, por 10 minutos. Digite na loja: Configurações → Site, ou na instalação.');
  return true;
}

async function revoke({ ask, print }: Desk, storeId: string): Promise<true> {
  await ask(`/stores/${storeId}/revoke`, { method: 'POST' });
  print('A loja foi desligada deste site.');
  return true;
}

async function move({ config, ask, print }: Desk, storeId: string, to: string): Promise<boolean> {
  if (config.databaseUrl === null)
    throw new Error('Este relay usa o banco embutido. Só se muda uma loja entre bancos PostgreSQL.');
  const { moveStore } = await import('./shop/stores/move-store.ts');
  const moved = await moveStore({
    storeId,
    from: config.databaseDirectUrl ?? config.databaseUrl,
    to,
    secretsKey: config.secretsKey,
    clock: Date.now,
    operator: {
      hold: async (id) => void (await ask(`/stores/${id}/hold`, { method: 'POST' })),
      release: async (id) => void (await ask(`/stores/${id}/release`, { method: 'POST' })),
      isLinked: async (id) =>
        (await knownStores(ask)).some((store) => store.storeId === id && store.presence === 'linked'),
    },
  });
  if (moved.outcome === 'key-adopted') {
    print('O relay de destino recebeu a chave deste. Reinicie-o e repita este comando: nada mudou ainda.');
    return false;
  }
  print(`A loja mudou, com ${moved.rows} linhas. Agora aponte o endereço dela para o outro relay.`);
  return true;
}

async function rotateKey({ ask, print }: Desk): Promise<boolean> {
  let [resealed, lost]: [number, number] = [0, 0];
  for (let after: number | null = 0; after !== null;) {
    const piece: Resealed = Resealed.parse(await ask('/reseal', { method: 'POST', json: { after } }));
    resealed += piece.resealed;
    lost += piece.lost;
    after = piece.next;
  }
  print(`${resealed} ${resealed === 1 ? 'segredo passou' : 'segredos passaram'} para a chave nova.`);
  if (lost > 0) print(`✗ ${lost} não abrem com nenhuma das duas chaves. Confira SECRETS_KEY_PREVIOUS.`);
  else print('Tire SECRETS_KEY_PREVIOUS da configuração e reinicie o relay.');
  return lost === 0;
}

/** Whoever listens on every address of this machine is asked on its loopback. */
function addressOf({ operatorHost, operatorPort }: Pick<Config, 'operatorHost' | 'operatorPort'>): string {
  const host = operatorHost === '0.0.0.0' || operatorHost === '::' ? '127.0.0.1' : operatorHost;
  return `http://${host.includes(':') ? `[${host}]` : host}:${operatorPort}`;
}

function detailOf(text: string): string | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}
