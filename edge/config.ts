// The store server's settings, from the environment and nowhere else. A wrong one stops the start with its name.
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

const Settings = z.object({
  EDGE_PORT: port.default(3000),
  EDGE_HOST: z.string().min(1).default('0.0.0.0'),
  EXTRA_HOSTS: hostNames,
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  EDGE_HTTPS_PORT: port.default(443),
  DATA_DIR: z.string('set the folder that holds the data').min(1, 'set the folder that holds the data'),
  WEB_DIR: z.string().min(1).default('dist/web'),
  RELAY_URL: url
    .refine(isSafeAddress, 'use https:// (precisa ser https://): plain http only works on this very machine')
    .optional(),
  PAIRING_CODE: pairingCode.optional(),
  USB_DIR: z.string().min(1).default('/media'),
  UPDATE_STATUS: z.string().min(1).optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  UPDATE_URL: url.optional(),
  TIME_ZONE: z.string().default('America/Sao_Paulo'),
  DEMO: flag,
  SIMULATORS: flag,
  PRINTER_SIM_PORT: port.default(9100),
  MDNS: flag.default(true),
  ORDERS_PER_MINUTE: z.coerce.number('use a number of orders').int().min(1).default(60),
  /** So many deaths in ten minutes, and the store does as little as it can; 0: never, for tests that kill it. */
  SAFE_MODE_AFTER: z.coerce.number('use a number of deaths').int().min(0).default(3),
  /** Multiplies the bounds on unpaid orders, for crowds that a bench or a test makes. */
  UNPAID_ORDERS_FACTOR: z.coerce.number('use a number').int().min(1).default(1),
  NOTIFY_SOCKET: z.string().min(1).optional(),
  WATCHDOG_USEC: z.coerce.number('use microseconds').int().positive().optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'use debug, info, warn, error or silent')
    .default('info'),
});

const Environment = Settings.refine(
  (env) => (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined),
  { path: ['TLS_CERT_FILE'], message: 'set it together with TLS_KEY_FILE, or neither' },
);

export type Config = {
  port: number;
  host: string;
  /** Names and addresses that lead here, beside its own. */
  extraHosts: readonly string[];
  /** HTTPS beside plain HTTP; null without a certificate. */
  tls: { certFile: string; keyFile: string; port: number } | null;
  dataDir: string;
  webDir: string;
  relayUrl: string | null;
  pairingCode: string | null;
  /** Sticks are looked for below it. */
  usbDir: string;
  /** What the machine's updater writes down; null where there is no updater. */
  updateStatus: string | null;
  /** The source of releases (`UPDATE_URL`). */
  updateUrl: string | null;
  /** Where a watcher reads `/metrics`; null: nowhere, and nothing is counted. */
  metrics: { port: number; host: string } | null;
  /** The collector of spans; null: nothing is traced. */
  tracesTo: string | null;
  timeZone: string;
  demo: boolean;
  simulators: boolean;
  printerSimPort: number;
  mdns: boolean;
  /** From one address: a shop's own Wi-Fi may put many customers behind one. */
  ordersPerMinute: number;
  unpaidOrdersFactor: number;
  safeModeAfter: number;
  /** Set by systemd (sd_notify). */
  notifySocket: string | null;
  watchdogUsec: number | null;
  logLevel: string;
};

/** A line for each wrong variable, with its name and without its value. */
export class WrongSettings extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(
      `the store server cannot start with these settings:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
    this.lines = lines;
  }
}

/** What is needed to say that the settings are wrong: of these, whatever is well, and else its default. Never throws. */
export function readDoor(
  environment: NodeJS.ProcessEnv = process.env,
): Pick<Config, 'port' | 'host' | 'mdns' | 'notifySocket' | 'watchdogUsec' | 'logLevel'> {
  const variables = withoutEmpty(environment);
  const validOrDefault = <T>(schema: z.ZodType<T>, value: string | undefined): T => {
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : schema.parse(undefined);
  };
  const { shape } = Settings;
  return {
    port: validOrDefault(shape.EDGE_PORT, variables['EDGE_PORT']),
    host: validOrDefault(shape.EDGE_HOST, variables['EDGE_HOST']),
    mdns: validOrDefault(shape.MDNS, variables['MDNS']),
    notifySocket: validOrDefault(shape.NOTIFY_SOCKET, variables['NOTIFY_SOCKET']) ?? null,
    watchdogUsec: validOrDefault(shape.WATCHDOG_USEC, variables['WATCHDOG_USEC']) ?? null,
    logLevel: validOrDefault(shape.LOG_LEVEL, variables['LOG_LEVEL']),
  };
}

/** Reads and checks the environment. Throws WrongSettings. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = Environment.safeParse(withoutEmpty(environment));
  if (!parsed.success) throw new WrongSettings(linesOf(parsed.error));
  const env = parsed.data;
  return {
    port: env.EDGE_PORT,
    host: env.EDGE_HOST,
    extraHosts: env.EXTRA_HOSTS,
    tls:
      env.TLS_CERT_FILE === undefined || env.TLS_KEY_FILE === undefined
        ? null
        : { certFile: env.TLS_CERT_FILE, keyFile: env.TLS_KEY_FILE, port: env.EDGE_HTTPS_PORT },
    dataDir: env.DATA_DIR,
    webDir: env.WEB_DIR,
    relayUrl: env.RELAY_URL ?? null,
    pairingCode: env.PAIRING_CODE ?? null,
    usbDir: env.USB_DIR,
    updateStatus: env.UPDATE_STATUS ?? null,
    updateUrl: env.UPDATE_URL ?? null,
    metrics: env.METRICS_PORT === undefined ? null : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    tracesTo: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    timeZone: env.TIME_ZONE,
    demo: env.DEMO,
    simulators: env.SIMULATORS,
    printerSimPort: env.PRINTER_SIM_PORT,
    mdns: env.MDNS,
    ordersPerMinute: env.ORDERS_PER_MINUTE,
    unpaidOrdersFactor: env.UNPAID_ORDERS_FACTOR,
    safeModeAfter: env.SAFE_MODE_AFTER,
    notifySocket: env.NOTIFY_SOCKET ?? null,
    watchdogUsec: env.WATCHDOG_USEC ?? null,
    logLevel: env.LOG_LEVEL,
  };
}
