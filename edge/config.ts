// The store server's settings, from the environment and nowhere else. A wrong one stops the start with its name.
import { z } from 'zod';

const flag = z
  .enum(['0', '1'], 'use 0 or 1')
  .default('0')
  .transform((value) => value === '1');
const port = (fallback: number) =>
  z.coerce.number('use a port number').int().min(0).max(65535).default(fallback);
const url = z
  .url({ protocol: /^https?$/, error: 'use an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''));

const Settings = z.object({
  EDGE_PORT: port(3000),
  EDGE_HOST: z.string().min(1).default('0.0.0.0'),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  EDGE_HTTPS_PORT: port(443),
  DATA_DIR: z.string('set the folder that holds the data').min(1, 'set the folder that holds the data'),
  WEB_DIR: z.string().min(1).default('dist/web'),
  RELAY_URL: url.optional(),
  PAIRING_CODE: z.string().min(6, 'use at least six characters').optional(),
  USB_DIR: z.string().min(1).default('/media'),
  UPDATE_STATUS: z.string().min(1).optional(),
  UPDATE_URL: url.optional(),
  TIME_ZONE: z.string().default('America/Sao_Paulo'),
  DEMO: flag,
  SIMULATORS: flag,
  PRINTER_SIM_PORT: port(9100),
  MDNS: flag.default(true),
  ORDERS_PER_MINUTE: z.coerce.number('use a number of orders').int().min(1).default(60),
  NOTIFY_SOCKET: z.string().min(1).optional(),
  WATCHDOG_USEC: z.coerce.number('use microseconds').int().positive().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

const Environment = Settings.refine(
  (env) => (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined),
  { path: ['TLS_CERT_FILE'], message: 'set it together with TLS_KEY_FILE, or neither' },
);

export type Config = {
  port: number;
  host: string;
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
  /** Where newer releases are. */
  updateUrl: string | null;
  timeZone: string;
  demo: boolean;
  simulators: boolean;
  printerSimPort: number;
  mdns: boolean;
  /** From one address: a shop's own Wi-Fi may put many customers behind one. */
  ordersPerMinute: number;
  /** systemd's own, set by it. */
  notifySocket: string | null;
  watchdogUsec: number | null;
  logLevel: string;
};

/** Reads and checks the environment. Throws an Error whose message names each wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`the store server cannot start with these settings:\n${lines.join('\n')}`);
  }
  const env = parsed.data;
  return {
    port: env.EDGE_PORT,
    host: env.EDGE_HOST,
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
    timeZone: env.TIME_ZONE,
    demo: env.DEMO,
    simulators: env.SIMULATORS,
    printerSimPort: env.PRINTER_SIM_PORT,
    mdns: env.MDNS,
    ordersPerMinute: env.ORDERS_PER_MINUTE,
    notifySocket: env.NOTIFY_SOCKET ?? null,
    watchdogUsec: env.WATCHDOG_USEC ?? null,
    logLevel: env.LOG_LEVEL,
  };
}
