// What a relay is given, and what its process does with it.
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Meters } from '@balcao/shared/host/meters.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { Config } from './config.ts';
import type { AdmissionRules } from './http/admission.ts';
import type { App } from './http/app.ts';
import type { Provider } from './payments/provider/provider.ts';
import type { Gateway } from './replication/link/gateway.ts';
import type { Documents } from './shop/menu/documents.ts';
import type { Commands } from './shop/orders/commands.ts';
import type { PairingCodes } from './shop/stores/pairing.ts';
import type { Stores } from './shop/stores/stores.ts';
import type { Db, OpenDatabase } from './storage/open.ts';

export type Relay = {
  app: App;
  /** For the operator's listener. */
  operator: App;
  db: Db;
  stores: Stores;
  pairing: PairingCodes;
  gateway: Gateway;
  commands: Commands;
  documents: Documents;
  /** Takes WebSocket upgrades of a listening server. */
  attach(server: Server): void;
  start(): void;
  /** Runs every background job once. */
  round(): Promise<void>;
  /**
   * Ends what is open. Live streams go first, for their readers come back by themselves; `answered` is waited for while the
   * links still hold, so that what is under way is answered; then the stores are sent away, to dial whoever comes.
   */
  stop(answered?: () => Promise<void>): Promise<void>;
};

export type RelayOptions = {
  config: Config;
  migrationsFolder: string;
  clock: () => number;
  /** Milliseconds that nobody sets, to see the clock being set by. Without it the clock is taken at its word. */
  steadyMs?: () => number;
  log: Logger;
  /** How long a customer waits for the store's answer; asked anew for each. */
  answerMsMax?: () => number;
  /** How long a visit waits for its turn at the embedded database, and when a shared count is too late: a machine of tests may stand still for longer. */
  databaseMsMax?: number;
  /** Replaces the size of every limit, for tests that find out which routes have one. */
  limitPoints?: number;
  /** Random numbers from 0 to below 1, for the jitter of retries. */
  random?: () => number;
  /** A database that is open already, in the simulation; else the one that the settings name. */
  database?: OpenDatabase;
  /** How much is answered at once, for tests of the bounds. */
  admission?: AdmissionRules;
  /** Counts for who watches it; without them nothing is counted. */
  meters?: Meters;
  /** Where spans begin; without it nothing is traced. */
  traces?: Traces | null;
  /** Told of every statement's text, before it is sent to the database that the settings name. */
  onStatement?: (text: string) => void;
  /** Stands in for the payment provider, in the simulation. */
  provider?: Provider;
};
