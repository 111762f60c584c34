// The stores' accounts at the provider: sealed in the database, or by environment for all. Never shown again.
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../storage/open.ts';
import type { PaymentConfig } from '../ports.ts';
import type { Account, Provider, ProviderApi, ProviderFailure } from './provider.ts';
import { providerCredentials } from '../schema.ts';
import { seal, unsealWithAny } from '../../storage/sealing.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';

export type CredentialsState = {
  configured: boolean;
  /** Where the account comes from, never the account. */
  source: 'store' | 'environment' | null;
  publicKey: string | null;
  payeeId: string | null;
  cards: boolean;
  notices: boolean;
  updatedAtMs: number | null;
  /** Null where there is no account. */
  api: ProviderApi | null;
};

/** An account as it is handed over. `api`: null for the one it has, or for a new account the newer one. */
type GivenAccount = Omit<Account, 'api' | 'hasChangedApi'> & { api: ProviderApi | null };

export const credentialPlace = (storeId: string, provider: string, column: string): string =>
  `${storeId}/${provider}/${column}`;

export type Credentials = ReturnType<typeof createCredentials>;

const CACHE_MS = 30_000;
const STORES_MAX = 1000;

export function createCredentials(deps: {
  db: Db;
  config: PaymentConfig;
  provider: Provider;
  clock: () => number;
}) {
  const { db, config, provider, clock } = deps;
  // Another relay process may have changed the row: short-lived.
  const cache = new Map<string, { untilMs: number; account: Account | null }>();
  const payees = new Map<string, string>();
  const byEnvironment: Account | null =
    config.mercadoPago.accessToken === null
      ? null
      : {
          accessToken: config.mercadoPago.accessToken,
          publicKey: config.mercadoPago.publicKey,
          webhookSecret: config.mercadoPago.webhookSecret,
          api: config.mercadoPago.api,
          hasChangedApi: false,
        };

  const rowWhere = (storeId: string) =>
    and(eq(providerCredentials.storeId, storeId), eq(providerCredentials.provider, provider.name));
  const rowOf = async (storeId: string) =>
    (await db.select().from(providerCredentials).where(rowWhere(storeId)).limit(1))[0];
  const place = (storeId: string, column: string): string => credentialPlace(storeId, provider.name, column);
  const open = (sealedPlace: string, sealed: string): string | null =>
    unsealWithAny([config.secretsKey, config.previousSecretsKey], sealedPlace, sealed);

  async function load(storeId: string): Promise<Account | null> {
    const row = await rowOf(storeId);
    if (row === undefined) return byEnvironment;
    // An account that no longer opens must not quietly become somebody else's.
    if (config.secretsKey === null) return null;
    const accessToken = open(place(storeId, 'access_token'), row.sealedAccessToken);
    if (accessToken === null) return null;
    payees.set(accessToken, row.payeeId);
    return {
      accessToken,
      publicKey: row.publicKey,
      webhookSecret:
        row.sealedWebhookSecret === null
          ? null
          : open(place(storeId, 'webhook_secret'), row.sealedWebhookSecret),
      api: row.api,
      hasChangedApi: row.apiChangedAtMs !== null,
    };
  }

  async function of(storeId: string): Promise<Account | null> {
    const cached = cache.get(storeId);
    if (cached !== undefined && cached.untilMs > clock()) return cached.account;
    const account = await load(storeId);
    if (cache.size >= STORES_MAX) cache.clear();
    cache.set(storeId, { untilMs: clock() + CACHE_MS, account });
    return account;
  }

  return {
    of,

    /** Whose money it must become. Asked of the provider once per account. */
    async payeeOf(account: Account): Promise<Result<string, ProviderFailure>> {
      const payeeId = payees.get(account.accessToken);
      if (payeeId !== undefined) return accepted(payeeId);
      const tested = await provider.testCredentials(account);
      if (!tested.ok) return tested;
      if (payees.size >= STORES_MAX) payees.clear();
      payees.set(account.accessToken, tested.value.payeeId);
      return accepted(tested.value.payeeId);
    },

    async state(storeId: string): Promise<CredentialsState> {
      const row = await rowOf(storeId);
      const account = await of(storeId);
      return {
        configured: account !== null,
        source: account === null ? null : row === undefined ? 'environment' : 'store',
        publicKey: account?.publicKey ?? null,
        payeeId: row?.payeeId ?? (account === null ? null : (payees.get(account.accessToken) ?? null)),
        cards: account !== null && account.publicKey !== null,
        notices: account !== null && account.webhookSecret !== null,
        updatedAtMs: row?.updatedAtMs ?? null,
        api: account?.api ?? null,
      };
    },

    /** Keeps an account that the provider has just accepted. */
    async save(
      storeId: string,
      submitted: GivenAccount,
    ): Promise<
      Result<{ payeeId: string; name: string; sandbox: boolean }, ProviderFailure | { kind: 'no-key' }>
    > {
      if (config.secretsKey === null) return refused({ kind: 'no-key' });
      const kept = await rowOf(storeId);
      const account = accountOf(submitted, kept);
      const tested = await provider.testCredentials(account);
      if (!tested.ok) return tested;
      const row = {
        sealedAccessToken: seal(config.secretsKey, place(storeId, 'access_token'), account.accessToken),
        sealedWebhookSecret:
          account.webhookSecret === null
            ? null
            : seal(config.secretsKey, place(storeId, 'webhook_secret'), account.webhookSecret),
        publicKey: account.publicKey,
        payeeId: tested.value.payeeId,
        updatedAtMs: clock(),
        api: account.api,
        apiChangedAtMs: changedAtMs(kept, account.api, clock()),
      };
      await db
        .insert(providerCredentials)
        .values({ storeId, provider: provider.name, ...row })
        .onConflictDoUpdate({
          target: [providerCredentials.storeId, providerCredentials.provider],
          set: row,
        });
      cache.delete(storeId);
      payees.set(account.accessToken, row.payeeId);
      return tested;
    },

    /** Changes through which interface new payments are made; false where the account is not the store's own. */
    async changeApi(storeId: string, api: ProviderApi): Promise<boolean> {
      const kept = await rowOf(storeId);
      if (kept === undefined) return false;
      await db
        .update(providerCredentials)
        .set({ api, apiChangedAtMs: changedAtMs(kept, api, clock()) })
        .where(rowWhere(storeId));
      cache.delete(storeId);
      return true;
    },

    async forget(storeId: string): Promise<void> {
      await db.delete(providerCredentials).where(rowWhere(storeId));
      cache.delete(storeId);
    },
  };
}

type Row = typeof providerCredentials.$inferSelect;

/** A given account with the interface it is to use: the named one, the one it has, and the newer one for a new account. */
export const accountOf = (
  { api, ...keys }: GivenAccount,
  kept: Pick<Row, 'api' | 'apiChangedAtMs'> | undefined,
): Account => ({
  ...keys,
  api: api ?? kept?.api ?? 'orders',
  hasChangedApi: kept !== undefined && kept.apiChangedAtMs !== null,
});

const changedAtMs = (kept: Row | undefined, api: ProviderApi, nowMs: number): number | null =>
  kept !== undefined && kept.api !== api ? nowMs : (kept?.apiChangedAtMs ?? null);
