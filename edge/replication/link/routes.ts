// What the relay may ask over the link, and nobody else: hello, the log, checkpoints, commands, and what was edited from afar.
import { Hono, type Context } from 'hono';
import { stream } from 'hono/streaming';
import { Checkpoint, HEARTBEAT_MS } from '@balcao/shared/link/changes.ts';
import { RemoteEdits as RemoteEditsBody } from '@balcao/shared/link/edits.ts';
import type { Hello } from '@balcao/shared/link/hello.ts';
import { ReplicationVerdict } from '@balcao/shared/link/recovery.ts';
import { PROTOCOL_VERSION } from '@balcao/shared/link/protocol-version.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Identity } from '../../storage/identity.ts';
import type { GroupCommit } from '../../storage/group-commit.ts';
import type { Db } from '../../storage/open.ts';
import { yieldToEventLoop } from '../../storage/yield-to-event-loop.ts';
import { checkpoints } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Env } from '../../http/context.ts';
import { requireLink } from '../../http/guards.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import type { Assertions } from '../../shop/users/assertions.ts';
import type { RemoteEdits } from './edits.ts';
import type { LogResync } from '../recovery/resync.ts';
import type { Inbox } from './inbox.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { openStates } from './open-states.ts';
import { formFor } from './rows.ts';

/** A few milliseconds of work: whoever orders in the shop meanwhile waits for no more than the reading of so many. */
const PIECE_ROWS = 50;

/** Undefined when it is no JSON: no shape takes that. */
const bodyOf = (context: Context<Env>): Promise<unknown> => context.req.json().catch(() => undefined);

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

export function linkRoutes(deps: LinkDeps): Hono<Env> {
  const { db, commits, identity, outbox, inbox, wake, clock } = deps;
  const app = new Hono<Env>();
  app.use('/link/*', requireLink);

  app.get('/link/hello', (context) => {
    const head = outbox.head();
    const hello: Hello = {
      protocol: PROTOCOL_VERSION,
      storeId: identity.storeId,
      lineage: identity.lineage,
      epoch: identity.epoch,
      lastSeq: head.seq,
      lastHash: head.hash,
      version: deps.version,
      instance: identity.instance,
    };
    return context.json(hello);
  });

  app.get('/link/states', (context) => context.json(openStates(deps)));

  app.get('/link/assertion-key', (context) => context.json(deps.assertions.publicKey()));

  app.post('/link/edits', async (context) => {
    const parsed = RemoteEditsBody.safeParse(await bodyOf(context));
    if (!parsed.success)
      return problemResponse(
        problem(422, 'malformed-edits', 'Mudanças inválidas', 'As mudanças não têm a forma esperada.'),
      );
    await deps.remoteEdits.take(parsed.data.edits);
    wake.notify('log');
    return context.body(null, 204);
  });

  app.get('/link/changes', (context) => {
    const after = Number(context.req.query('after') ?? '0');
    if (!Number.isInteger(after) || after < 0 || after > outbox.head().seq) {
      return problemResponse(
        problem(
          416,
          'beyond-the-log',
          'Posição desconhecida',
          'O registro desta loja não chega a essa posição.',
        ),
      );
    }
    deps.resync.followed();
    const form = formFor(context.req.header('accept'));
    context.header('content-type', form.type);
    return stream(context, async (out) => {
      let cursor = after;
      let ended = false;
      let resume: (() => void) | null = null;
      let pending = true;
      const stop = wake.on('log', () => {
        pending = true;
        resume?.();
      });
      out.onAbort(() => {
        ended = true;
        resume?.();
      });
      try {
        while (!ended) {
          const rows = outbox.after(cursor, PIECE_ROWS);
          if (rows.length > 0) {
            await out.write(rows.map(form.write).join(''));
            cursor = rows.at(-1)?.seq ?? cursor;
            if (rows.length === PIECE_ROWS) await yieldToEventLoop();
            continue;
          }
          pending = false;
          const woken = await new Promise<boolean>((resolve) => {
            const timer = setTimeout(() => resolve(false), HEARTBEAT_MS);
            resume = () => {
              clearTimeout(timer);
              resolve(true);
            };
            if (pending || ended) resume();
          });
          if (!woken) await out.write(`${JSON.stringify({ heartbeat: true, lastSeq: outbox.head().seq })}\n`);
        }
      } finally {
        stop();
      }
    });
  });

  app.post('/link/restore', async (context) => {
    const parsed = ReplicationVerdict.safeParse(await bodyOf(context));
    if (!parsed.success)
      return problemResponse(
        problem(422, 'judgement', 'Mensagem inválida', 'A mensagem não tem a forma esperada.'),
      );
    deps.resync.receiveVerdict(parsed.data);
    return context.json(deps.resync.progress());
  });

  app.get('/link/restore', (context) => context.json(deps.resync.progress()));

  app.put('/link/checkpoint', async (context) => {
    const parsed = Checkpoint.safeParse(await bodyOf(context));
    if (!parsed.success)
      return problemResponse(
        problem(422, 'checkpoint', 'Marca inválida', 'A marca enviada não tem a forma esperada.'),
      );
    deps.resync.applied();
    const row = { ...parsed.data, atMs: clock() };
    db.insert(checkpoints)
      .values({ follower: 'relay', ...row })
      .onConflictDoUpdate({ target: checkpoints.follower, set: row })
      .run();
    return context.body(null, 204);
  });

  app.post('/link/commands', async (context) => {
    const command: unknown = await bodyOf(context);
    const outcome = await commits.run(() => inbox.take(command));
    if (outcome.status === 'malformed') {
      return problemResponse(
        problem(422, 'malformed-command', 'Comando inválido', 'O comando não tem a forma esperada.'),
      );
    }
    return context.json(outcome);
  });

  return app;
}
