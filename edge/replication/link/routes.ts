// What the relay may ask over the link, and nobody else: hello, the log, checkpoints, commands, and what was edited from afar.
import { OpenAPIHono } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/link.ts';
import { HEARTBEAT_MS } from '@balcao/shared/link/changes.ts';
import { PROTOCOL_VERSION } from '@balcao/shared/link/protocol-version.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Identity } from '../../storage/identity.ts';
import type { GroupCommit } from '../../storage/group-commit.ts';
import type { Db } from '../../storage/open.ts';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop.ts';
import { checkpoints } from '../../storage/schema/replication.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Env } from '../../http/context.ts';
import { requireLink } from '../../http/guards.ts';
import type { Assertions } from '../../shop/users/assertions.ts';
import type { RemoteEdits } from './edits.ts';
import type { LogResync } from '../recovery/resync.ts';
import type { Inbox } from './inbox.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { openStates } from './open-states.ts';
import { formFor } from './rows.ts';

/** A few milliseconds of work: whoever orders in the shop meanwhile waits for no more than the reading of so many. */
const PIECE_ROWS = 50;

export type LinkDeps = {
  db: Db;
  identity: Identity;
  outbox: Outbox;
  inbox: Inbox;
  assertions: Assertions;
  remoteEdits: RemoteEdits;
  commits: GroupCommit;
  wake: Wake;
  resync: LogResync;
  clock: () => number;
  version: string;
};

export function linkRoutes(deps: LinkDeps): OpenAPIHono<Env> {
  const { db, commits, identity, outbox, inbox, wake, clock } = deps;
  const app = new OpenAPIHono<Env>();

  handle(app, contracts.readHello, requireLink, () => {
    const head = outbox.head();
    return accepted({
      protocol: PROTOCOL_VERSION,
      storeId: identity.storeId,
      lineage: identity.lineage,
      epoch: identity.epoch,
      lastSeq: head.seq,
      lastHash: head.hash,
      version: deps.version,
      instance: identity.instance,
    });
  });

  handle(app, contracts.readOpenStates, requireLink, () => accepted(openStates(deps)));

  handle(app, contracts.readAssertionKey, requireLink, () => accepted(deps.assertions.publicKey()));

  handle(app, contracts.takeRemoteEdits, requireLink, async ({ body: { edits } }) => {
    await deps.remoteEdits.recordEdits(edits);
    wake.notify('log');
    return accepted(null);
  });

  handle(app, contracts.followLog, requireLink, ({ context, query: { after } }) => {
    if (after > outbox.head().seq) return refused('beyond-the-log');
    deps.resync.followed();
    const rowForm = formFor(context.req.header('accept'));
    context.header('content-type', rowForm.type);
    return stream(context, async (output) => {
      let cursor = after;
      let isEnded = false;
      let wakeUp: (() => void) | null = null;
      const unsubscribe = wake.on('log', () => wakeUp?.());
      output.onAbort(() => {
        isEnded = true;
        wakeUp?.();
      });
      try {
        while (!isEnded) {
          const rows = outbox.after(cursor, PIECE_ROWS);
          if (rows.length > 0) {
            await output.write(rows.map(rowForm.write).join(''));
            cursor = rows.at(-1)?.seq ?? cursor;
            if (rows.length === PIECE_ROWS) await yieldToEventLoop();
            continue;
          }
          const wasWoken = await new Promise<boolean>((resolve) => {
            const timer = setTimeout(() => resolve(false), HEARTBEAT_MS);
            wakeUp = () => {
              clearTimeout(timer);
              resolve(true);
            };
          });
          if (!wasWoken)
            await output.write(`${JSON.stringify({ heartbeat: true, lastSeq: outbox.head().seq })}\n`);
        }
      } finally {
        unsubscribe();
      }
    });
  });

  handle(app, contracts.takeVerdict, requireLink, ({ body }) => {
    deps.resync.receiveVerdict(body);
    return accepted(deps.resync.progress());
  });

  handle(app, contracts.readResyncProgress, requireLink, () => accepted(deps.resync.progress()));

  handle(app, contracts.takeCheckpoint, requireLink, ({ body }) => {
    deps.resync.applied();
    const row = { ...body, atMs: clock() };
    db.insert(checkpoints)
      .values({ follower: 'relay', ...row })
      .onConflictDoUpdate({ target: checkpoints.follower, set: row })
      .run();
    return accepted(null);
  });

  handle(app, contracts.runCommand, requireLink, async ({ body: command }) => {
    const outcome = await commits.run(() => inbox.applyCommand(command));
    return outcome.status === 'malformed' ? refused('malformed-command') : accepted(outcome);
  });

  return app;
}
