// Slips by the hundred in what `edge` and `cloud` decide about orders and money: area by area, each with the tests that have to notice them.
// An area takes minutes of an idle core; `AREA=edge/shop/cash npm run soak -- mutants-edge` runs one of them. Its tests are the nearest ones
// alone: what only a far one notices counts as not noticed.
import { fileURLToPath } from 'node:url';
import type { Soak } from '../support/soak.ts';

const SCORE_MIN = 80;
/** Stryker gives its first run five minutes, which a machine of which others take most does not keep. */
const DRY_RUN_MINUTES_MAX = 60;
/** A busy machine must not pass for a test that hangs, which counts as noticed. What loops for ever is ended by Stryker's count of hits. */
const HUNG_MS = 90_000;
const SQL_IGNORER = fileURLToPath(new URL('sql-ignorer.ts', import.meta.url));

type Area = { mutate: string[]; tests: string[] };
const EDGE: Record<string, Area> = {
  'edge/shop/orders': {
    mutate: ['edge/shop/orders/{change-order,context,panel,payment-facts,place-order,tracking-token}.ts'],
    tests: [
      'edge/shop/orders/{change-order,panel,payment-facts,told,order-admin}.test.ts',
      'edge/shop/orders/{public-routes,claims,place-order}.test.ts',
      'edge/http/moves.test.ts',
    ],
  },
  'edge/shop/orders, queries': {
    mutate: [
      'edge/shop/orders/{order-repository,order-reads,order-writes,order-rows,kitchen-repository,unpaid-repository,order-search,expiry,unpaid,cancel-unpaid}.ts',
    ],
    tests: [
      'edge/shop/orders/{order-repository,order-search,order-admin,unpaid,unpaid-end}.test.ts',
      'edge/shop/orders/{unpaid-orders,tracking-routes}.test.ts',
    ],
  },
  'edge/shop/cash': {
    mutate: ['edge/shop/cash/{cash,hand-payments,hand-rows}.ts'],
    tests: ['edge/shop/cash/*.test.ts'],
  },
  'edge/shop/reports': { mutate: ['edge/shop/reports/*.ts'], tests: ['edge/shop/reports/*.test.ts'] },
  'edge/printing': {
    mutate: ['edge/printing/{queue,slip-targets,document-queue,jobs,transitions}.ts'],
    tests: ['edge/printing/{queue,jobs,targets,transitions,stations}.test.ts'],
  },
  'edge/shop/privacy': {
    mutate: ['edge/shop/privacy/{erasure,erase-person,retention,slip-erasure,wholesale-erasure}.ts'],
    tests: [
      'edge/shop/privacy/*.test.ts',
      'edge/shop/orders/order-admin.test.ts',
      'edge/shop/wholesale/wholesale.test.ts',
    ],
  },
  'edge/shop/alarms': {
    mutate: [
      'edge/shop/alarms/*.ts',
      'edge/{printing/printer-alarms,machine/backup/outside-alarm}.ts',
      'edge/background.ts',
    ],
    tests: ['edge/shop/alarms/*.test.ts', 'edge/background.test.ts', 'edge/store-work*.test.ts'],
  },
};
const CLOUD: Record<string, Area> = {
  'cloud/payments, pure': {
    mutate: [
      'cloud/payments/attempts/answers.ts',
      'cloud/payments/provider/{reais,mercado-pago-notice,mercado-pago-order,mercado-pago-payment}.ts',
    ],
    tests: ['cloud/payments/**/*.test.ts'],
  },
  'cloud/payments': {
    mutate: [
      'cloud/payments/{attempts/settle,attempts/checks,refunds/refunds,acknowledgement/acknowledgement}.ts',
      'cloud/payments/{matching,payments,repository}.ts',
    ],
    tests: [
      'cloud/payments/matching.test.ts',
      'tests/contract/payments/{rules,looks,refund-tries,store-answers,put-together,whose-payment}.test.ts',
      'tests/contract/payments/{pix,refunds,settling}.test.ts',
    ],
  },
  'cloud/shop/orders': {
    mutate: ['cloud/shop/orders/*.ts'],
    tests: [
      'cloud/shop/orders/*.test.ts',
      'tests/contract/relay/{settled-commands,followed-orders}.test.ts',
      'tests/contract/relay/{replica,orders,erasure,wholesale,feed}.test.ts',
    ],
  },
};

/** @returns the share of slips that were noticed, in percent, and how many slips there were. */
async function scoreOf({ mutate, tests }: Area): Promise<{ score: number; slips: number }> {
  // Not before: whoever runs another soak need not wait for it to be read.
  const { Stryker } = await import('@stryker-mutator/core');
  process.env['MUTANT_TESTS'] = tests.join(' ');
  const mutants = await new Stryker({
    configFile: 'tests/mutants/stryker.config.json',
    mutate: [...mutate, '!**/*routes.ts', '!**/*.test.ts'],
    dryRunTimeoutMinutes: DRY_RUN_MINUTES_MAX,
    reporters: ['clear-text', 'json', 'progress-append-only'],
    plugins: ['@stryker-mutator/vitest-runner', SQL_IGNORER],
    ignorers: ['sql'],
    timeoutMS: HUNG_MS,
    vitest: { configFile: 'tests/mutants/areas.vitest.config.ts', related: false },
  }).runMutationTest();
  const count = (...of: string[]) => mutants.filter(({ status }) => of.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const slips = noticed + count('Survived', 'NoCoverage');
  return { score: (100 * noticed) / Math.max(1, slips), slips };
}

function soakOf(folder: string, areas: Record<string, Area>): Soak {
  return {
    name: `mutants-${folder}`,
    title: `of the slips in each area of ${folder}, ${SCORE_MIN} % noticed`,
    async run() {
      const wanted = Object.entries(areas).filter(([name]) => (process.env['AREA'] ?? name) === name);
      const seen: string[] = [];
      let isEnough = true;
      for (const [name, area] of wanted) {
        const { score, slips } = await scoreOf(area);
        isEnough &&= score >= SCORE_MIN;
        seen.push(`${name} ${score.toFixed(1)} % of ${slips}`);
      }
      if (!isEnough) throw new Error(`too few slips noticed: ${seen.join(', ')}`);
      return seen.join(', ');
    },
  };
}

export const edgeSoak = soakOf('edge', EDGE);
export const cloudSoak = soakOf('cloud', CLOUD);
