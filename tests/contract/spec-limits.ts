// The numbers that the specification sets for screens, and where each is written. Read as spec-words.ts is.

/** A number that a screen keeps to: the constant that holds it, or the place where it is written, by a pattern with one group. */
export type Limit = { name: string; room: string; pattern: RegExp; value: number };

const constant = (name: string): RegExp => new RegExp(String.raw`const ${name}(?:: \w+)? = ([\d_ *]+);`, 'g');

export const LIMITS: readonly Limit[] = [
  {
    name: 'ms of the PIX fallback',
    room: 'web/features/checkout/payment',
    pattern: constant('FALLBACK_MS'),
    value: 30 * 60_000,
  },
  {
    name: 'ms of the copied sign',
    room: 'web/features/checkout/payment',
    pattern: constant('COPIED_MS'),
    value: 2_000,
  },
  {
    name: 'ms before the return leads on',
    room: 'web/features/checkout',
    pattern: constant('REDIRECT_MS'),
    value: 2_000,
  },
  {
    name: 'ms of the status toast',
    room: 'web/features/tracking',
    pattern: constant('TOAST_MS'),
    value: 3_000,
  },
  {
    name: 'characters of the phone at checkout',
    room: 'web/features/checkout',
    pattern: constant('PHONE_LENGTH_MIN'),
    value: 10,
  },
  {
    name: 'characters of the phone that is tracked',
    room: 'web/features/tracking',
    pattern: constant('FORMATTED_PHONE_LENGTH_MIN'),
    value: 14,
  },
  {
    name: 'ms before the cash that waits is read again',
    room: 'web/features/admin/cash',
    pattern: constant('REFETCH_MS'),
    value: 300,
  },
  {
    name: 'ms before the list of orders is read again',
    room: 'web/features/admin/orders',
    pattern: constant('REFRESH_MS'),
    value: 500,
  },
  { name: 'peak hours', room: 'web/features/admin/reports', pattern: constant('PEAK_HOURS'), value: 5 },
  {
    name: 'finished orders',
    room: 'web/features/admin/orders',
    pattern: constant('FINISHED_SHOWN'),
    value: 10,
  },
  {
    name: 'digits of a phone that is searched for',
    room: 'web/features/admin/orders',
    pattern: constant('PHONE_DIGITS_MAX'),
    value: 11,
  },
  {
    name: 'default port of a printer',
    room: 'web/features/admin/settings',
    pattern: constant('DEFAULT_PORT'),
    value: 9_100,
  },
  {
    name: 'ms of a test print that was sent',
    room: 'web/features/admin/settings/printer-test.tsx',
    pattern: /'Teste de impressão enviado'[^}]*durationMs: ([\d_]+)/g,
    value: 6_000,
  },
  {
    name: 'ms of a failure that is told to the staff',
    room: 'web/data/staff/action.ts',
    pattern: /durationMs: ([\d_]+)/g,
    value: 8_000,
  },
  {
    name: 'bytes of a picture',
    room: 'web/data/staff/menu',
    pattern: constant('BYTES_MAX'),
    value: 5 * 1024 * 1024,
  },
  {
    name: 'top clients of the landing page',
    room: 'web/features/landing',
    pattern: /clients\.slice\(0, (\d+)\)/g,
    value: 3,
  },
  {
    name: 'ms between two ticks of the PIX countdown',
    room: 'web/features/checkout/payment',
    pattern: /endsAtMs - useNow\(([\d_]+)\)/g,
    value: 1_000,
  },
];

/** The number that a source writes: `30 * 60_000`. */
export const numberOf = (written: string): number =>
  written
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
