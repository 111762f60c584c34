// Moves one shop to another relay over another PostgreSQL, by its operator: nothing more is taken here, every row is copied and compared,
// and only then does the shop exist there and no longer here. Cut off anywhere, the same command goes on: what the database over there
// says decides where it stood. Which relay the shop's address leads to is changed by a person, afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { AttemptStatus, isOpen } from '@balcao/shared/payment/attempt-status.ts';
import type pg from 'pg';
import { PERSON_KEY, PERSON_KEY_ADOPTED, personKeyPlace } from '../../storage/persons/person-key.ts';
import { openPostgresServers } from '../../storage/postgres-servers.ts';
import { unseal } from '../../storage/sealing.ts';
import {
  copyStoreRows,
  countStoreRows,
  deleteStoreRows,
  fenceStore,
  unfenceStore,
} from '../../storage/store-rows.ts';

const LINK_ENDS_MS_MAX = 30_000;
const CHECK_EVERY_MS = 250;
/** Within this every process of the relay has read that the shop moves, and takes nothing more for it. */
const KNOWN_MS = 3000;

/** `key-adopted`: nothing was moved yet; the relay over there has to start anew with the key that it was given. */
export type Moved = { outcome: 'moved'; rows: number } | { outcome: 'key-adopted' };
/** What the relay that the shop leaves does for the move. */
export type MoveOperator = {
  hold(storeId: string): Promise<void>;
  release(storeId: string): Promise<void>;
  isLinked(storeId: string): Promise<boolean>;
};

type StoreThere = { seq: string; hash: string; isRevoked: boolean; isLeaving: boolean; host: string | null };
type MoveDeps = {
  storeId: string;
  /** Addresses of the two databases. */
  from: string;
  to: string;
  secretsKey: Uint8Array;
  operator: MoveOperator;
  clock: () => number;
};

/** Throws, in words for the operator, when it cannot be done; the shop then is where it was, and is served, or is held until the next try. */
export async function moveStore(deps: MoveDeps): Promise<Moved> {
  const { storeId } = deps;
  const source = await connect(deps.from);
  try {
    const target = await connect(deps.to);
    try {
      return await move(source, target, deps);
    } finally {
      await target.end().catch(() => undefined);
    }
  } finally {
    // With its connection goes the lock by which one command at a time moves the shop.
    await source.end().catch(() => undefined);
  }

  async function move(from: pg.Client, to: pg.Client, { secretsKey, clock }: MoveDeps): Promise<Moved> {
    await refuseSecond(from, storeId);
    await refuseOtherSchema(from, to);
    const here = await readStore(from, storeId);
    if (here === null || here.isRevoked) throw new Error('Este relay não tem essa loja.');
    if (await adoptKey(from, to, secretsKey)) return { outcome: 'key-adopted' };
    let rows = 0;
    if (!(await hasArrived(to, storeId, here))) {
      await refuseTakenHost(to, storeId, here.host);
      rows = await carry(from, to, deps, here);
    }
    await deleteStoreRows(from, storeId, clock());
    await unfenceStore(from, storeId);
    return { outcome: 'moved', rows };
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = openPostgresServers(connectionString).client();
  // A connection that breaks fails the statement that was under way; without a listener it would end the process as well.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function refuseSecond(source: pg.Client, storeId: string): Promise<void> {
  const { rows } = await source.query<{ isMine: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isMine"',
    [storeId],
  );
  if (rows[0]?.isMine !== true) throw new Error('Esta loja já está sendo mudada por outro comando.');
}

/** From here the shop is held. Until its rows are there for good, whatever fails lets it go on here. */
async function carry(
  source: pg.Client,
  target: pg.Client,
  { storeId, operator, from, clock }: MoveDeps,
  here: StoreThere,
): Promise<number> {
  let rows = 0;
  try {
    // One that a command before this left held is fenced, perhaps, and holds already.
    if (!here.isLeaving) await operator.hold(storeId);
    await pause(KNOWN_MS);
    const endMs = performance.now() + LINK_ENDS_MS_MAX;
    while (await operator.isLinked(storeId)) {
      if (performance.now() > endMs) throw new Error('A ligação da loja não terminou. Tente de novo.');
      await pause(CHECK_EVERY_MS);
    }
    await fenceStore(source, storeId);
    await source.query('begin isolation level repeatable read read only');
    await target.query('begin');
    rows = await copyStoreRows(source, target, storeId);
    await target.query('update stores set leaving_at_ms = null where store_id = $1', [storeId]);
    await scheduleOpenPayments(target, storeId, clock());
    await source.query('commit');
  } catch (error) {
    // It may be a connection that broke: what is begun over there ends with it, and here another one is taken.
    await target.query('rollback').catch(() => undefined);
    await source.query('rollback').catch(() => undefined);
    const freshClient = await connect(from);
    try {
      await unfenceStore(freshClient, storeId);
      await operator.release(storeId);
    } finally {
      await freshClient.end();
    }
    throw error;
  }
  // An answer that gets lost here leaves the shop held: only the database over there knows, and it is asked the next time.
  await target.query('commit');
  return rows;
}

/** No notice of what was paid while nobody served the shop comes to the relay over there: the provider is asked at once. */
const scheduleOpenPayments = (target: pg.Client, storeId: string, nowMs: number): Promise<unknown> =>
  target.query('update payment_attempts set next_check_at_ms = $2 where store_id = $1 and status = any($3)', [
    storeId,
    nowMs,
    AttemptStatus.options.filter(isOpen),
  ]);

async function refuseOtherSchema(source: pg.Client, target: pg.Client): Promise<void> {
  const schemaOf = async (client: pg.Client): Promise<string> => {
    const { rows } = await client.query<{ hash: string }>(
      'select hash from drizzle.__drizzle_migrations order by id',
    );
    return rows.map(({ hash }) => hash).join();
  };
  const targetSchema = await schemaOf(target).catch(() => null);
  if (targetSchema === null)
    throw new Error('O banco de destino não tem as tabelas do relay. Inicie o relay de destino primeiro.');
  if (targetSchema !== (await schemaOf(source)))
    throw new Error('Os dois relays não são da mesma versão. Atualize os dois primeiro.');
}

/** Persons are sealed by one key of the relay. One that serves nobody yet takes ours; true when it had another one. */
async function adoptKey(source: pg.Client, target: pg.Client, secretsKey: Uint8Array): Promise<boolean> {
  const readKey = async (client: pg.Client) => {
    const { rows } = await client.query<{ value: string }>('select value from relay_facts where name = $1', [
      PERSON_KEY,
    ]);
    const sealed = rows[0]?.value ?? null;
    return { sealed, key: sealed === null ? null : unseal(secretsKey, personKeyPlace, sealed) };
  };
  const [sourceKey, targetKey] = [await readKey(source), await readKey(target)];
  if (sourceKey.key === null) throw new Error('SECRETS_KEY não abre os dados deste relay.');
  if (targetKey.sealed !== null && targetKey.key === null)
    throw new Error('O relay de destino tem outra SECRETS_KEY. Os dois precisam da mesma.');
  if (await isAdopting(target))
    throw new Error(
      'O relay de destino recebeu a chave deste e ainda não foi reiniciado. Reinicie-o primeiro.',
    );
  if (sourceKey.key === targetKey.key) return false;
  const { rows } = await target.query('select 1 from stores where revoked_at_ms is null limit 1');
  if (rows.length > 0)
    throw new Error(
      'O relay de destino já tem lojas, com outra chave de pessoas. Mude a loja para um relay novo ou da mesma família.',
    );
  // Both or none: a command that is cut off here must not find the key there and no word that it is not used yet.
  await target.query(
    'insert into relay_facts (name, value) values ($1, $2), ($3, $4) on conflict (name) do update set value = excluded.value',
    [PERSON_KEY, sourceKey.sealed, PERSON_KEY_ADOPTED, 'until the next start'],
  );
  return true;
}

/** Whether the relay over there may still have the key in memory that it had before. */
async function isAdopting(target: pg.Client): Promise<boolean> {
  const { rows } = await target.query('select 1 from relay_facts where name = $1', [PERSON_KEY_ADOPTED]);
  return rows.length > 0;
}

async function readStore(client: pg.Client, storeId: string): Promise<StoreThere | null> {
  const { rows } = await client.query<StoreThere>(
    `select seq, hash, host, revoked_at_ms is not null as "isRevoked", leaving_at_ms is not null as "isLeaving"
     from stores where store_id = $1`,
    [storeId],
  );
  return rows[0] ?? null;
}

/** Whether a move that was cut off had put the shop there already. */
async function hasArrived(target: pg.Client, storeId: string, here: StoreThere): Promise<boolean> {
  const targetSchema = await readStore(target, storeId);
  if (targetSchema === null || targetSchema.isRevoked) {
    if ((await countStoreRows(target, storeId)) > 0)
      throw new Error('O relay de destino ainda guarda dados antigos desta loja.');
    return false;
  }
  // Held here, and there as it stands once it has come: not this very database under another name. The shop may have sold there since.
  if (!here.isLeaving || targetSchema.isLeaving || Number(targetSchema.seq) < Number(here.seq))
    throw new Error('O relay de destino já tem essa loja, e não veio daqui.');
  return true;
}

async function refuseTakenHost(target: pg.Client, storeId: string, host: string | null): Promise<void> {
  const { rows } = await target.query<{ host: string | null }>(
    'select host from stores where revoked_at_ms is null and store_id <> $1',
    [storeId],
  );
  if (rows.some((other) => other.host === host || other.host === null || host === null))
    throw new Error(
      'O endereço desta loja já é de outra no relay de destino, ou uma das duas não tem endereço próprio.',
    );
}
