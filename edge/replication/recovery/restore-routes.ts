// The first run, other way: this machine becomes a store that was. For who stands beside it with the setup code, while it has
// no owner. What it says of itself while it runs are counts only, so that needs no code.
import { Readable } from 'node:stream';
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle, type Outcome } from '@balcao/shared/host/handle.ts';
import { notFound } from '@balcao/shared/host/problems.ts';
import * as contracts from '@balcao/shared/http/contracts/restore.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import {
  RECOVERY_CODE_HEADER,
  SETUP_CODE_HEADER,
  WITHOUT_RELAY_HEADER,
} from '@balcao/shared/http/restore.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Setup } from '../../shop/users/setup.ts';
import type { Backups } from '../../machine/backup/backups.ts';
import type { Limits } from '../../http/limits.ts';
import type { Link } from '../link/link.ts';
import type { Restoring } from './restoring.ts';
import { RestoreFailed } from './restore-failed.ts';
import type { Env, RouteContext } from '../../http/context.ts';

/** What these routes use. */
type Deps = {
  setup: Setup;
  backups: Backups;
  limits: Limits;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

type Begun = Outcome<typeof contracts.restoreFromCopy>;

export function restoreRoutes({
  setup,
  restoring,
  limits,
  backups,
  link,
}: Deps & { restoring: Restoring }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();

  /** Null to go on. */
  async function refusal(
    context: RouteContext,
    code: string,
  ): Promise<Response | { ok: false; refusal: 'wrong-code' } | null> {
    if (!setup.needed() || context.env.transport !== 'lan') return notFound(context);
    const slow = await limits.secrets(context.env.clientIp);
    if (slow) return slow;
    return setup.permits(code) ? null : refused('wrong-code');
  }

  /** The state once it has begun, or why it cannot. */
  async function begin(work: () => Promise<void>): Promise<Begun> {
    // Two that were asked for at once both came this far.
    if (restoring.running()) return refused('restoring');
    try {
      await work();
    } catch (error) {
      const { code, title, detail, errors } = RestoreFailed.of(error).failure;
      return refused(problem(code === 'disk-too-small' ? 507 : 422, code, title, detail, { errors }));
    }
    return accepted(restoring.state());
  }

  handle(app, contracts.readRestore, [], ({ context }) => {
    const state = restoring.state();
    const hidden = context.env.transport !== 'lan' || (!setup.needed() && state.state === 'none');
    return hidden ? notFound(context) : accepted(state);
  });

  handle(app, contracts.listRestoreSources, [], async ({ context, body: { code } }) => {
    const stopped = await refusal(context, code);
    if (stopped) return stopped;
    return accepted({ relayUrl: link.relayUrl(), copies: await backups.list('any') });
  });

  handle(app, contracts.restoreFromRelay, [], async ({ context, body: { code, relayUrl, ...asked } }) => {
    const stopped = await refusal(context, code);
    if (stopped) return stopped;
    return begin(() => restoring.fromRelay({ ...asked, relayUrl: new URL(relayUrl).origin }));
  });

  handle(app, contracts.restoreFromCopy, [], async ({ context, body: { code, place, name, ...options } }) => {
    const stopped = await refusal(context, code);
    if (stopped) return stopped;
    const path = await backups.pathOf(place, name);
    if (path === null) return refused('no-backup');
    return begin(() => restoring.fromCopy(path, options));
  });

  // The body is the file: a copy may be as large as the disk has room for.
  handle(app, contracts.restoreFromFile, [], async ({ context }) => {
    const stopped = await refusal(context, context.req.header(SETUP_CODE_HEADER) ?? '');
    if (stopped) return stopped;
    const { body: file } = context.req.raw;
    if (file === null) return refused('no-file');
    return begin(() =>
      restoring.fromUpload(
        {
          stream: Readable.fromWeb(file as Parameters<typeof Readable.fromWeb>[0]),
          bytes: Number(context.req.header('content-length') ?? 0),
        },
        {
          withoutRelay: context.req.header(WITHOUT_RELAY_HEADER) === '1',
          recoveryCode: context.req.header(RECOVERY_CODE_HEADER) ?? null,
        },
      ),
    );
  });

  return app;
}
