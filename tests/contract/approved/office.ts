// A shop whose administration is walked through and written down: its people work here already, and nobody's times or codes are the machine's.
import type { Role } from '@balcao/shared/http/staff.ts';
import { recoveryCode } from '../../../edge/storage/recovery-code.ts';
import { openTestStore, START_MS, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { PASSWORD } from '../../../edge/testing/sign-in.ts';
import { fixTime, recordStore } from '../../harness/store-record.ts';
import { openBrowser, type Browser } from './browser.ts';

const PEOPLE = {
  ana: ['Ana Souza', 'ADMIN'],
  caio: ['Caio Prado', 'KITCHEN'],
  nina: ['Nina Luz', 'ATTENDANT'],
  vera: ['Vera Lima', 'WHOLESALE'],
} as const satisfies Record<string, readonly [name: string, role: Role]>;
type Who = keyof typeof PEOPLE;

export type Office = Awaited<ReturnType<typeof openOffice>>;

/** The seeded sample shop, with `signedIn` signed in. */
export async function openOffice(
  signedIn: readonly Who[] = ['ana'],
  options: Parameters<typeof openTestStore>[0] = {},
  /** What happened before anything is written down. */
  before: (people: Record<Who, Browser> & { store: TestStore }) => Promise<void> = () => Promise.resolve(),
) {
  const store = await openTestStore(options);
  fixTime(store, START_MS);
  // Made by chance when it is first asked for.
  recoveryCode(store.db);
  const browsers = Object.fromEntries(
    Object.entries(PEOPLE).map(([key, [name]]) => [key, openBrowser(store, name)]),
  ) as Record<Who, Browser>;
  // Accounts of one moment have no order.
  for (const [index, [key, [name, role]]] of Object.entries(PEOPLE).entries()) {
    fixTime(store, START_MS - 3_600_000 + index * 1000);
    await store.users.create({ name, email: `${key}@loja.com`, password: PASSWORD, role });
  }
  fixTime(store, START_MS);
  for (const who of signedIn) await signInAs(browsers[who], who);
  await before({ ...browsers, store });
  const record = recordStore(store, {
    leaveOut: ['session.ip_address', 'session.user_agent'],
    asBefore: /^(?:PATCH|PUT) /,
    isAuditBrief: true,
  });

  record.namer.learn('mark', store.backups.mark());

  return {
    ...browsers,
    store,
    record,
    /** So much later, to the shop and to everybody in it. */
    later: (ms: number): void => fixTime(store, store.clock.nowMs + ms),
    close: () => store.close(),
  };
}

export async function signInAs(browser: Browser, who: string, password = PASSWORD): Promise<void> {
  const answer = await browser.ask('/api/auth/sign-in/email', {
    json: { email: `${who}@loja.com`, password },
  });
  if (!answer.ok) throw new Error(`${who} could not sign in: ${answer.status} ${await answer.text()}`);
}
