// The people of the shop: accounts and sessions, the audit, and what their phones are told.
import { createAlarms } from '../shop/alarms/alarms.ts';
import { endDeviceAlarm, raiseDeviceAlarm } from '../shop/alarms/device-alarms.ts';
import { createTrace } from '../shop/audit/trace.ts';
import { createAudit } from '../shop/audit/audit.ts';
import { createOwnerPassword } from '../shop/users/owner-password.ts';
import { createAssertions } from '../shop/users/assertions.ts';
import { createSetup } from '../shop/users/setup.ts';
import { createSignUps } from '../shop/users/sign-ups.ts';
import { createTvScreens } from '../shop/tv/tv-screens.ts';
import { createUsers } from '../shop/users/users.ts';
import type { StoreOptions } from './store-options.ts';
import type { MenuStore } from '../shop/menu/menu-store.ts';
import type { Storage } from './storage.ts';

/** Who may do what, and what is written down of it. */
export function assemblePeople(
  { menu, db, clock, steadyMs, identity, outbox, privateLog, isHeld, wake }: Storage & { menu: MenuStore },
  { config, log, makeRoom = () => false }: StoreOptions,
) {
  const shopName = () => menu.catalog().settings.storeName;
  const audit = createAudit({
    db,
    log: privateLog,
    clock,
    logEntry: (details, message) => log.info(details, message),
    isHeld,
  });
  const trace = createTrace({ audit, secret: identity.authSecret, clock, log });
  const alarms = createAlarms({ db, outbox, wake, clock });
  const users = createUsers({
    db,
    secret: identity.authSecret,
    log: privateLog,
    audit,
    trace,
    clock,
    steadyMs,
    shopName,
    isHeld,
    onLogged(id, isGone) {
      assertions.remove(id);
      // Nobody is left to say whose that device was.
      if (isGone) endDeviceAlarm(alarms, id);
      // The relay believes while the store is away what it heard last.
      wake.notify('log');
    },
    onNewDevice: config.demo ? null : (news) => raiseDeviceAlarm(alarms, news),
    onNewsOver: (userId) => endDeviceAlarm(alarms, userId),
    makeRoom,
  });
  const signUps = createSignUps({
    db,
    accounts: users.accounts,
    audit,
    log: privateLog,
    clock,
  });
  const assertions = createAssertions({ identity, seq: () => outbox.head().seq, clock });
  const setup = createSetup(users.accounts);
  const ownerPassword = createOwnerPassword({ db, accounts: users.accounts, clock });
  const tvScreens = createTvScreens({ db, audit, clock });
  return { audit, trace, alarms, users, tvScreens, signUps, assertions, setup, ownerPassword };
}

export type People = ReturnType<typeof assemblePeople>;
