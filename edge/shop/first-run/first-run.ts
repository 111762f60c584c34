// How far a new store is: facts from where they are kept, and what a person put off. Nothing here marks a step as done.
import type { FirstRun } from '@balcao/shared/http/first-run.ts';
import { FirstRunChoices } from '@balcao/shared/http/first-run.ts';
import { firstRunSteps, sellsAnything } from '@balcao/shared/store/first-run.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { PrivateLog } from '../../storage/sealing.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import type { RelayPayments } from '../payments/relay-payments.ts';
import type { Setup } from '../users/setup.ts';
import { CHOICES, logFirstRun } from './replica.ts';

/** What the relay said last about the account: without it the list would change whenever the internet is away. */
const ACCOUNT = 'provider_account';
const NOTHING_CHOSEN: FirstRunChoices = { skipped: [], dismissed: false };

export type FirstRuns = ReturnType<typeof createFirstRun>;

export function createFirstRun(deps: {
  db: Db;
  log: PrivateLog;
  clock: () => number;
  setup: Pick<Setup, 'needed'>;
  menu: Pick<MenuStore, 'catalog' | 'doc'>;
  printing: { printers: { hasPrinted(): boolean } };
  link: { publicUrl(): string | null };
  payments: Pick<RelayPayments, 'hasAccount' | 'hasReceivedPix'>;
  /** A demo came set up: nobody is led through anything. */
  demo: boolean;
}) {
  const { db, menu, payments, setup } = deps;
  const choices = (): FirstRunChoices => {
    const stored = readMeta(db, CHOICES);
    return stored === null ? NOTHING_CHOSEN : FirstRunChoices.parse(JSON.parse(stored));
  };
  const wasSet = (...settings: string[]): boolean =>
    settings.some((name) => menu.doc.getMap('settings').has(name));

  async function hasAccount(): Promise<boolean> {
    const answer = await payments.hasAccount();
    const kept = readMeta(db, ACCOUNT) === '1';
    if (answer === null || answer === kept) return kept;
    writeMeta(db, ACCOUNT, answer ? '1' : '0');
    return answer;
  }

  return {
    /** Whether a browser in the shop is led to the first screen, whatever it opens. */
    leads: (): boolean => !deps.demo && setup.needed(),

    async readSteps(): Promise<FirstRun> {
      const { skipped, dismissed } = choices();
      const site = deps.link.publicUrl() !== null;
      const facts = {
        owner: !setup.needed(),
        shop: wasSet('storeName', 'storeAddress', 'storePhone'),
        hours: wasSet('openingHours'),
        menu: sellsAnything(menu.catalog()),
        printer: deps.printing.printers.hasPrinted(),
        site,
        // An account is of use only through the site that keeps it.
        account: site && (await hasAccount()),
        pix: payments.hasReceivedPix(),
      };
      return { steps: firstRunSteps(facts, skipped), dismissed: dismissed || deps.demo };
    },

    /** What is put off, and whether the list is put away. */
    choose(wanted: FirstRunChoices): void {
      inTransaction(db, () => {
        if (JSON.stringify(choices()) === JSON.stringify(wanted)) return;
        writeMeta(db, CHOICES, JSON.stringify(wanted));
        logFirstRun(deps.log, wanted, deps.clock());
      });
    },
  };
}
