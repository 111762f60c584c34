// Slips by the hundred in what `edge` and `cloud` decide about orders and money: area by area, each with the tests that have to notice them.
// An area takes minutes of an idle core; `AREA=edge/cash npm run soak -- mutants-edge` runs one of them. Its tests are the nearest ones
// alone: what only a far one notices counts as not noticed.
import type { Soak } from '../support/soak.ts';

const SCORE_MIN = 80;
/** Stryker gives its first run five minutes, which a machine of which others take most does not keep. */
const DRY_RUN_MINUTES_MAX = 60;

type Area = { mutate: string[]; tests: string[] };
const EDGE: Record<string, Area> = {
  'edge/orders': {
    mutate: ['edge/orders/{change-order,claim,context,panel,payment-facts,place-order,tracking-token}.ts'],
    tests: [
      'edge/orders/{panel,payment-facts,told,order-admin}.test.ts',
      'edge/routes/{orders,claims,moves}.test.ts',
    ],
  },
  'edge/orders, queries': {
    mutate: ['edge/orders/{order-repository,order-search,expiry,unpaid,cancel-unpaid}.ts'],
    tests: [
      'edge/orders/{order-repository,order-admin,unpaid}.test.ts',
      'edge/routes/{unpaid-orders,tracking}.test.ts',
    ],
  },
  'edge/cash': { mutate: ['edge/cash/cash.ts'], tests: ['edge/cash/*.test.ts'] },
  'edge/reports': { mutate: ['edge/reports/*.ts'], tests: ['edge/reports/*.test.ts'] },
  'edge/print': {
    mutate: ['edge/print/{queue,jobs,transitions}.ts'],
    tests: ['edge/print/{queue,jobs,targets,transitions}.test.ts'],
  },
  'edge/privacy': {
    mutate: ['edge/privacy/{erasure,erase-person,retention,slip-erasure,wholesale-erasure}.ts'],
    tests: ['edge/privacy/*.test.ts', 'edge/orders/order-admin.test.ts'],
  },
  'edge/alarms': {
    mutate: ['edge/alarms/*.ts', 'edge/background.ts'],
    tests: ['edge/alarms/*.test.ts', 'edge/store-work*.test.ts'],
  },
};
const CLOUD: Record<string, Area> = {
  'cloud/payments, pure': {
    mutate: [
      'cloud/payments/{answers,attempt-fact,order-money,refund-plan,schedule,reais}.ts',
      'cloud/payments/mercado-pago-{notice,payment}.ts',
    ],
    tests: ['cloud/payments/*.test.ts'],
  },
  'cloud/payments': {
    mutate: ['cloud/payments/{settle,refunds,checks,matching,acknowledgement,payments}.ts'],
    tests: ['tests/contract/payments/{rules,pix,refunds,settling}.test.ts'],
  },
  'cloud/orders': {
    mutate: ['cloud/orders/*.ts'],
    tests: ['cloud/orders/*.test.ts', 'tests/contract/relay/{replica,orders,erasure,wholesale,feed}.test.ts'],
  },
};

/** @returns the share of slips that were noticed, in percent, and how many slips there were. */
async function scoreOf({ mutate, tests }: Area): Promise<{ score: number; slips: number }> {
  // Not before: whoever runs another soak need not wait for it to be read.
  const { Stryker } = await import('@stryker-mutator/core');
  process.env['MUTANT_TESTS'] = tests.join(' ');
  const mutants = await new Stryker({
    configFile: 'tests/mutants/stryker.config.json',
    mutate: [...mutate, '!**/*.test.ts'],
    dryRunTimeoutMinutes: DRY_RUN_MINUTES_MAX,
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
