// The relay's settings, from the environment and nowhere else. A wrong one stops the start with its name.
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import {
  flag,
  hostNames,
  linesOf,
  pairingCode,
  port,
  url,
  withoutEmpty,
} from '@balcao/shared/host/settings.ts';
import { isSafeAddress } from '@balcao/shared/http/safe-address.ts';
import { addressesOf, areAddresses } from './storage/postgres-addresses.ts';
import { weaknessOfKey } from '@balcao/shared/host/weak-secret.ts';

const NEW_KEY =
  'make one with openssl rand -hex 32; payment accounts that were kept with the old one are entered again';
/** Behind the public port, for whoever names none. */
const OPERATOR_PORT_ABOVE = 1000;

/** Whoever fills in the settings hears at once of everything that is missing. */
const always = (): boolean => true;

const minutes = (usual: number) =>
  z.coerce.number('use a number of minutes').positive('use a number of minutes').max(1440).default(usual);

const database = z
  .string()
  .refine(areAddresses, { error: 'use a postgres:// address', abort: true })
  .refine(
    (text) => addressesOf(text).every((address) => new URL(address).password !== 'change-me'),
    'the password is that of an old example',
  );

const Environment = z
  .object({
    CLOUD_PORT: port.default(4000),
    CLOUD_HOST: z.string().min(1).default('0.0.0.0'),
    DATA_DIR: z.string().min(1).optional(),
    OPERATOR_HOST: z.string().min(1).default('127.0.0.1'),
    OPERATOR_PORT: port.optional(),
    DATABASE_URL: database.optional(),
    DATABASE_DIRECT_URL: database.optional(),
    PUBLIC_URL: url
      .refine(isSafeAddress, 'use https://: passwords and orders would cross the internet in clear')
      .optional(),
    EXTRA_HOSTS: hostNames,
    WEB_DIR: z.string().min(1).default('dist/web'),
    SECRETS_KEY: z
      .string('set 64 hexadecimal digits (openssl rand -hex 32)')
      .regex(/^[0-9a-f]{64}$/i, 'set 64 hexadecimal digits (openssl rand -hex 32)')
      .transform((digits) => Buffer.from(digits, 'hex'))
      .superRefine((key, context) => {
        const weakness = weaknessOfKey(key);
        if (weakness !== null) context.addIssue(`this key protects nothing, ${weakness}: ${NEW_KEY}`);
      }),
    SECRETS_KEY_PREVIOUS: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'set the 64 hexadecimal digits of the key before')
      .transform((digits) => Buffer.from(digits, 'hex'))
      .optional(),
    INSTANCE_URL: url.optional(),
    PAIRING_CODE: pairingCode.optional(),
    TIME_ZONE: z
      .string()
      .default('America/Sao_Paulo')
      .refine(isTimeZone, 'use a name such as America/Sao_Paulo'),
    TRUSTED_PROXIES: z
      .string()
      .optional()
      .transform((value, context) => {
        if (value === undefined) return null;
        const list = addressList(value === 'none' ? '' : value);
        if (list) return list;
        context.issues.push({
          code: 'custom',
          input: value,
          message: 'use addresses or ranges such as 10.0.0.1,172.16.0.0/12, or none',
        });
        return z.NEVER;
      }),
    MP_BASE_URL: url.optional(),
    MP_SDK_URL: url.optional(),
    MP_ACCESS_TOKEN: z.string().optional(),
    MP_PUBLIC_KEY: z.string().optional(),
    MP_WEBHOOK_SECRET: z.string().optional(),
    MP_API: z.enum(['orders', 'payments'], 'use orders or payments').default('payments'),
    PAID_ALARM_MINUTES: minutes(2),
    PAID_REFUND_MINUTES: minutes(15),
    STORE_AWAY_ALARM_MINUTES: minutes(5),
    ALARM_WEBHOOK_URL: url.optional(),
    COPY_MB_MAX: z.coerce.number('use a number of MB').int().min(0).max(2048).default(128),
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    SIMULATORS: flag,
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'use debug, info, warn, error or silent')
      .default('info'),
  })
  .refine((env) => env.DATA_DIR !== undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_URL'],
    message: 'set it, or DATA_DIR for the embedded database',
    when: always,
  })
  .refine(
    (env) =>
      env.OPERATOR_PORT === undefined || env.OPERATOR_PORT === 0 || env.OPERATOR_PORT !== env.CLOUD_PORT,
    {
      path: ['OPERATOR_PORT'],
      message: 'use another port than CLOUD_PORT: strangers reach that one',
    },
  )
  .refine((env) => env.INSTANCE_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['INSTANCE_URL'],
    message: 'several processes share one PostgreSQL: set DATABASE_URL too',
  })
  .refine((env) => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'it leads past the pooler that DATABASE_URL leads to: set that too',
  })
  .refine((env) => env.PUBLIC_URL !== undefined || env.SIMULATORS, {
    path: ['PUBLIC_URL'],
    message: 'set the https address that customers use',
    when: always,
  })
  .refine((env) => env.PAID_REFUND_MINUTES > env.PAID_ALARM_MINUTES, {
    path: ['PAID_REFUND_MINUTES'],
    message: 'set it to more than PAID_ALARM_MINUTES: a person is told first',
  });

export type Config = {
  port: number;
  host: string;
  /** Where the operator's commands are answered, and nothing else. Port 0: any that is free. */
  operatorHost: string;
  operatorPort: number;
  dataDir: string | null;
  databaseUrl: string | null;
  /** Past a pooler that stands at `databaseUrl` and gives each transaction another connection; null where none does. */
  databaseDirectUrl: string | null;
  publicUrl: string;
  /** Names that lead here, beside those of PUBLIC_URL and of the stores. */
  extraHosts: readonly string[];
  /** Where the other processes of this relay reach this one; null when it is the only one. */
  instanceUrl: string | null;
  webDir: string;
  secretsKey: Buffer;
  /** While SECRETS_KEY is being changed; it opens and seals nothing new. */
  previousSecretsKey: Buffer | null;
  pairingCode: string | null;
  timeZone: string;
  trustedProxies: BlockList;
  mercadoPago: {
    baseUrl: string | null;
    sdkUrl: string | null;
    accessToken: string | null;
    publicKey: string | null;
    webhookSecret: string | null;
    api: 'orders' | 'payments';
  };
  /** Paid and not answered by the store: the owner is told, then the customer gets the money back. */
  unacknowledgedAlarmMs: number;
  unacknowledgedRefundMs: number;
  /** A store that is away for so long while it is open: the owner is told. */
  storeAwayAlarmMs: number;
  /** Gets every alarm as JSON. */
  alarmWebhookUrl: string | null;
  /** How large a store's sealed copy may be that is kept here; 0 keeps none. */
  copyBytesMax: number;
  /** The collector of spans; null: nothing is traced. */
  tracesTo: string | null;
  simulators: boolean;
  logLevel: string;
};

/** Reads and checks the environment. Throws an Error whose message names each wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(withoutEmpty(environment));
  if (!parsed.success) {
    const lines = linesOf(parsed.error).map((line) => `  ${line}`);
    throw new Error(`the relay cannot start with these settings:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  return {
    port: env.CLOUD_PORT,
    host: env.CLOUD_HOST,
    operatorHost: env.OPERATOR_HOST,
    operatorPort: env.OPERATOR_PORT ?? operatorPortBeside(env.CLOUD_PORT),
    dataDir: env.DATA_DIR ?? null,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.CLOUD_PORT}`,
    extraHosts: env.EXTRA_HOSTS,
    instanceUrl: env.INSTANCE_URL ?? null,
    webDir: env.WEB_DIR,
    secretsKey: env.SECRETS_KEY,
    previousSecretsKey: env.SECRETS_KEY_PREVIOUS ?? null,
    pairingCode: env.PAIRING_CODE ?? null,
    timeZone: env.TIME_ZONE,
    trustedProxies: env.TRUSTED_PROXIES ?? usualProxies(env.PUBLIC_URL),
    mercadoPago: {
      baseUrl: env.MP_BASE_URL ?? null,
      sdkUrl: env.MP_SDK_URL ?? null,
      accessToken: env.MP_ACCESS_TOKEN ?? null,
      publicKey: env.MP_PUBLIC_KEY ?? null,
      webhookSecret: env.MP_WEBHOOK_SECRET ?? null,
      api: env.MP_API,
    },
    unacknowledgedAlarmMs: env.PAID_ALARM_MINUTES * 60_000,
    unacknowledgedRefundMs: env.PAID_REFUND_MINUTES * 60_000,
    storeAwayAlarmMs: env.STORE_AWAY_ALARM_MINUTES * 60_000,
    alarmWebhookUrl: env.ALARM_WEBHOOK_URL ?? null,
    copyBytesMax: env.COPY_MB_MAX * 1024 * 1024,
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    simulators: env.SIMULATORS,
    logLevel: env.LOG_LEVEL,
  };
}

/** Each of several processes on one machine gets one of its own. */
function operatorPortBeside(port: number): number {
  const beside = port + OPERATOR_PORT_ABOVE;
  return port === 0 || beside > 65535 ? 0 : beside;
}

/** The relay speaks plain http: where customers come by https, something stands before it, and most often on the same machine. */
function usualProxies(publicUrl: string | undefined): BlockList {
  const list = new BlockList();
  if (publicUrl?.startsWith('https:') !== true) return list;
  list.addSubnet('127.0.0.0', 8, 'ipv4');
  list.addAddress('::1', 'ipv6');
  return list;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

function addressList(text: string): BlockList | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const bits = family === 'ipv6' ? 128 : 32;
    if (
      isIP(address) === 0 ||
      (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
    )
      return null;
    list.addSubnet(address, prefix === undefined ? bits : Number(prefix), family);
  }
  return list;
}
