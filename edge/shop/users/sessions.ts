// The sessions of one person: where they are signed in, and how they sign out there. An administrator's sign-in on a device where they
// had never been is told to the owner, and to the administrator until they say that it was them.
import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import type { OwnSession } from '@balcao/shared/http/sessions.ts';
import type { Me } from '@balcao/shared/http/staff.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Db } from '../../storage/open.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Accounts } from './accounts.ts';
import { deviceNameOf } from './device-name.ts';
import { newDevice, session, user } from './schema.ts';

/** `lastSeenAt` is written no more often: a card wears out. */
const SEEN_EVERY_MS = 15 * 60_000;
/** An account that is younger is being set up: its first sign-ins surprise nobody. */
const SETTLED_MS = 24 * 3_600_000;
/** So long an administrator is asked about a new device; later nobody is. */
const NEWS_MS_MAX = 30 * 24 * 3_600_000;
const NEWS_MAX = 20;

/** What the owner hears of. */
export type DeviceNews = { userId: string; userName: string; device: string; transport: 'lan' | 'link' };

export function createSessions(deps: {
  db: Db;
  accounts: Accounts;
  audit: Audit;
  clock: () => number;
  /** Null in a demo: everybody knows its passwords. */
  onNewDevice: ((news: DeviceNews) => void) | null;
  onNewsOver: (userId: string) => void;
}) {
  const { db, accounts, audit, clock, onNewDevice } = deps;
  const ofUser = (userId: string) => db.select().from(session).where(eq(session.userId, userId)).all();
  // Asked with every request of staff.
  const newsByUser = db
    .select()
    .from(newDevice)
    .where(eq(newDevice.userId, sql.placeholder('userId')))
    .orderBy(desc(newDevice.at))
    .prepare();
  const newsOf = (userId: string) => newsByUser.all({ userId });

  function endThose(userId: string, ids: string[]): void {
    const ended = db
      .delete(session)
      .where(and(eq(session.userId, userId), inArray(session.id, ids)))
      .returning({ transport: session.transport })
      .all();
    // While the store is away the relay goes on with the user's last assertion: a later row about the user ends it there.
    if (ended.some(({ transport }) => transport === 'link')) accounts.logAccount(userId);
  }

  return {
    /** A right password has just begun a session. */
    recordSignIn(token: string, isKnownDevice: boolean): void {
      inTransaction(db, () => {
        const found = db
          .select({ session, user })
          .from(session)
          .innerJoin(user, eq(user.id, session.userId))
          .where(eq(session.token, token))
          .get();
        if (!found) return;
        const { id, userId, userAgent, transport } = found.session;
        const device = deviceNameOf(userAgent);
        const actor: Actor = {
          userId,
          userName: found.user.name,
          from: transport === 'link' ? 'relay' : 'lan',
        };
        audit.record(
          actor,
          'access',
          'sign-in',
          `entrou (${device}${isKnownDevice ? '' : ', aparelho novo'})`,
        );
        const isYoung = clock() - found.user.createdAt.getTime() < SETTLED_MS;
        const others = db
          .select({ id: session.id })
          .from(session)
          .where(and(eq(session.userId, userId), ne(session.id, id)))
          .limit(1)
          .all();
        if (
          onNewDevice === null ||
          isKnownDevice ||
          found.user.role !== 'ADMIN' ||
          (isYoung && others.length === 0)
        )
          return;
        db.insert(newDevice)
          .values({
            id: randomUUID(),
            userId,
            sessionId: id,
            at: new Date(clock()),
            name: device,
            transport,
          })
          .run();
        const old = newsOf(userId).slice(NEWS_MAX);
        if (old.length > 0)
          db.delete(newDevice)
            .where(
              inArray(
                newDevice.id,
                old.map((one) => one.id),
              ),
            )
            .run();
        onNewDevice({ userId, userName: found.user.name, device, transport });
      });
    },

    /** Somebody asks with it: never in the way of the answer. */
    recordUse(id: string, lastSeenAt: Date | null | undefined): void {
      if (lastSeenAt && Math.abs(clock() - lastSeenAt.getTime()) < SEEN_EVERY_MS) return;
      try {
        db.update(session)
          .set({ lastSeenAt: new Date(clock()) })
          .where(eq(session.id, id))
          .run();
      } catch {
        // A full disk, or a database that cannot be written: said elsewhere.
      }
    },

    /** The newest sign-in on a new device that its holder has not confirmed; not on that device itself. */
    newsFor(userId: string, sessionId: string): Pick<Me, 'newDevice'> {
      const news = newsOf(userId);
      if (news.some((one) => one.sessionId === sessionId)) return {};
      const [newest] = news;
      if (!newest) return {};
      const { name: device, transport: where } = newest;
      return { newDevice: { atMs: newest.at.getTime(), device, where } };
    },

    /** Newest first. */
    list(userId: string, currentId: string | null): OwnSession[] {
      const strange = new Set(newsOf(userId).map((one) => one.sessionId));
      return ofUser(userId)
        .filter((one) => one.expiresAt.getTime() > Date.now())
        .map((one) => ({
          id: one.id,
          device: deviceNameOf(one.userAgent),
          where: one.transport,
          sinceMs: one.createdAt.getTime(),
          lastSeenMs: (one.lastSeenAt ?? one.updatedAt).getTime(),
          current: one.id === currentId,
          isNew: strange.has(one.id),
        }))
        .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastSeenMs - a.lastSeenMs);
    },

    /** False when there is no such session of theirs. */
    end(actor: Actor, userId: string, id: string): boolean {
      return inTransaction(db, () => {
        if (!ofUser(userId).some((one) => one.id === id)) return false;
        endThose(userId, [id]);
        audit.record(actor, 'access', 'end-session', 'encerrou um dos próprios acessos');
        return true;
      });
    },

    endAll(actor: Actor, userId: string): void {
      inTransaction(db, () => {
        endThose(
          userId,
          ofUser(userId).map((one) => one.id),
        );
        audit.record(actor, 'access', 'end-sessions', 'saiu de todos os aparelhos');
      });
    },

    /** 'It was me'; said on a new device about itself it counts for nothing. */
    confirm(actor: Actor, userId: string, sessionId: string | null): boolean {
      return inTransaction(db, () => {
        const news = newsOf(userId);
        if (news.length === 0 || news.some((one) => one.sessionId === sessionId)) return false;
        db.delete(newDevice).where(eq(newDevice.userId, userId)).run();
        audit.record(actor, 'access', 'known-device', 'disse que o aparelho novo é seu');
        deps.onNewsOver(userId);
        return true;
      });
    },

    /** Drops what nobody was there to confirm. */
    purgeExpiredNews(): void {
      inTransaction(db, () => {
        const gone = db
          .delete(newDevice)
          .where(lt(newDevice.at, new Date(clock() - NEWS_MS_MAX)))
          .returning({ userId: newDevice.userId })
          .all();
        for (const userId of new Set(gone.map((one) => one.userId)))
          if (newsOf(userId).length === 0) deps.onNewsOver(userId);
      });
    },
  };
}
