// The numbers that the specification sets for screens, and where each is written. Read as spec-words.ts is.

/**
 * The test that sees a screen keep to a number, and what it names when the number is another one (`names`, for a browser test). Or why only
 * the number itself is held.
 */
type Kept = { file: string; title: string; names?: string } | { alone: string };

/** A number that a screen keeps to: the constant that holds it, or the place where it is written, by a pattern with one group. */
export type Limit = { name: string; room: string; pattern: RegExp; value: number; kept: Kept };

const constant = (name: string): RegExp => new RegExp(String.raw`const ${name}(?:: \w+)? = ([\d_ *]+);`, 'g');

export const LIMITS: readonly Limit[] = [
  {
    name: 'ms of the PIX fallback',
    room: 'web/features/checkout/payment',
    pattern: constant('FALLBACK_MS'),
    value: 30 * 60_000,
    kept: {
      file: 'tests/e2e/payment-words.spec.ts',
      title: 'a PIX whose time is over is expired, whatever the provider says @phone',
      names: '29:5',
    },
  },
  {
    name: 'ms of the copied sign',
    room: 'web/features/checkout/payment',
    pattern: constant('COPIED_MS'),
    value: 2_000,
    kept: {
      file: 'tests/e2e/payment-words.spec.ts',
      title: 'the copied sign shows for two seconds; a copy that fails says what to do @phone',
      names: 'Copiar código PIX',
    },
  },
  {
    name: 'ms before the return leads on',
    room: 'web/features/checkout',
    pattern: constant('REDIRECT_MS'),
    value: 2_000,
    kept: {
      file: 'tests/e2e/spec-words.spec.ts',
      title: 'the return waits two seconds before it leads on @phone',
      names: '/pedido/sucesso/',
    },
  },
  {
    name: 'ms of the status toast',
    room: 'web/features/tracking',
    pattern: constant('TOAST_MS'),
    value: 3_000,
    kept: {
      file: 'tests/e2e/spec-words.spec.ts',
      title:
        'the message of a changed status stays for three seconds, and of another change there is none @phone',
      names: 'Status Atualizado',
    },
  },
  {
    name: 'characters of the phone at checkout',
    room: 'web/features/checkout',
    pattern: constant('PHONE_LENGTH_MIN'),
    value: 10,
    kept: { file: 'web/features/checkout/details.test.ts', title: 'phone "%s" and type %s: the %s' },
  },
  {
    name: 'characters of the phone that is tracked',
    room: 'web/features/tracking',
    pattern: constant('FORMATTED_PHONE_LENGTH_MIN'),
    value: 14,
    kept: {
      file: 'tests/e2e/customer-words.spec.ts',
      title: 'tracking asks for enough to search, and says when there is nothing @phone',
      names: 'Buscar',
    },
  },
  {
    name: 'ms before the cash that waits is read again',
    room: 'web/features/admin/cash',
    pattern: constant('REFETCH_MS'),
    value: 300,
    kept: {
      file: 'tests/e2e/staff-limits.spec.ts',
      title:
        'an order that was placed shows by itself: among the cash that waits after 300 ms, among the orders after 500 @desktop',
      names: '300',
    },
  },
  {
    name: 'ms before the list of orders is read again',
    room: 'web/features/admin/orders',
    pattern: constant('REFRESH_MS'),
    value: 500,
    kept: {
      file: 'tests/e2e/staff-limits.spec.ts',
      title:
        'an order that was placed shows by itself: among the cash that waits after 300 ms, among the orders after 500 @desktop',
      names: '500',
    },
  },
  {
    name: 'peak hours',
    room: 'web/features/admin/reports',
    pattern: constant('PEAK_HOURS'),
    value: 5,
    kept: {
      file: 'web/features/admin/reports/peak-hours.test.ts',
      title: 'the five busiest hours, and of two alike the earlier one first',
    },
  },
  {
    name: 'finished orders',
    room: 'web/features/admin/orders',
    pattern: constant('FINISHED_SHOWN'),
    value: 10,
    kept: {
      file: 'tests/e2e/admin.spec.ts',
      title:
        'a shop of its own: reports from nothing to the first sale, an expired panel number, and a history that goes only by CONFIRMAR @desktop',
      names: 'Finalizados (10)',
    },
  },
  {
    name: 'digits of a phone that is searched for',
    room: 'web/features/admin/orders',
    pattern: constant('PHONE_DIGITS_MAX'),
    value: 11,
    kept: {
      file: 'tests/e2e/admin.spec.ts',
      title:
        'Pedidos ${where}: found by phone, id and code, read whole, moved, printed and deleted @desktop @smoke',
      names: 'phoneShown(phone)',
    },
  },
  {
    name: 'default port of a printer',
    room: 'web/features/admin/settings',
    pattern: constant('DEFAULT_PORT'),
    value: 9_100,
    kept: {
      file: 'web/features/admin/settings/printer-fields.test.ts',
      title: 'the port of a printer is 9100 where nobody says another: %j',
    },
  },
  {
    name: 'ms of a test print that was sent',
    room: 'web/features/admin/settings/printer-test.tsx',
    pattern: /'Teste de impressão enviado'[^}]*durationMs: ([\d_]+)/g,
    value: 6_000,
    kept: {
      file: 'tests/e2e/printing.spec.ts',
      title: 'a printer is switched on, found out about and tested, in the words of the shop @desktop',
      names: '6_000',
    },
  },
  {
    name: 'ms of a failure that is told to the staff',
    room: 'web/data/staff/action.ts',
    pattern: /durationMs: ([\d_]+)/g,
    value: 8_000,
    kept: {
      file: 'tests/e2e/printing.spec.ts',
      title: 'a printer is switched on, found out about and tested, in the words of the shop @desktop',
      names: '8_000',
    },
  },
  {
    name: 'bytes of a picture',
    room: 'web/data/staff/menu',
    pattern: constant('BYTES_MAX'),
    value: 5 * 1024 * 1024,
    kept: {
      alone:
        'the store refuses the same picture with the same words, which edge/shop/images/hostile.test.ts holds to the byte',
    },
  },
  {
    name: 'top clients of the landing page',
    room: 'web/features/landing',
    pattern: /clients\.slice\(0, (\d+)\)/g,
    value: 3,
    kept: {
      alone:
        'the servers tell of three, which tests/contract/relay/public.test.ts holds; the page cuts what an older one tells',
    },
  },
  {
    name: 'ms between two ticks of the PIX countdown',
    room: 'web/features/checkout/payment',
    pattern: /endsAtMs - useNow\(([\d_]+)\)/g,
    value: 1_000,
    kept: {
      file: 'tests/e2e/spec-words.spec.ts',
      title: 'what is left of a PIX is counted each second, in minutes and seconds @phone',
      names: 'before - gone',
    },
  },
];

/** The number that a source writes: `30 * 60_000`. */
export const numberOf = (written: string): number =>
  written
    .replaceAll('_', '')
    .split('*')
    .reduce((product, factor) => product * Number(factor), 1);
