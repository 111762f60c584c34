// The first run, other way: this machine becomes a store that was. For who stands beside it with the setup code, while it has
// no owner. What it says of itself while it runs are counts only, so that needs no code.
import { Readable } from 'node:stream';
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import {
  RECOVERY_CODE_HEADER,
  RestoreCode,
  RestoreFromCopy,
  RestoreFromRelay,
  RestoreSources,
  RestoreState,
  SETUP_CODE_HEADER,
  WITHOUT_RELAY_HEADER,
} from '@balcao/shared/http/restore.ts';
import { SETUP_CODE_PLACES } from '@balcao/shared/setup-code.ts';
import type { Setup } from '../../shop/users/setup.ts';
import type { Backups } from '../../machine/backup/backups.ts';
import type { Limits } from '../../http/limits.ts';
import type { Link } from '../link/link.ts';
import type { Restoring } from './restoring.ts';
import { RestoreFailed } from './restore-failed.ts';
import type { Env, RouteContext } from '../../http/context.ts';
import { invalidHook, notFound, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  setup: Setup;
  backups: Backups;
  limits: Limits;
  link: Pick<Link, 'redial' | 'state' | 'relayUrl' | 'publicUrl' | 'trouble' | 'pairWith' | 'unpair'>;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };
const begun = { 202: json(RestoreState, 'It goes on by itself'), '4XX': trouble, 507: trouble };

export const RESTORING = problem(
  409,
  'restoring',
  'Restauração em andamento',
  'Esta loja está sendo restaurada. Espere a restauração terminar.',
);
const WRONG_CODE = `Código de instalação incorreto. ${SETUP_CODE_PLACES}`;

export function restoreRoutes({
  setup,
  restoring,
  limits,
  backups,
  link,
}: Deps & { restoring: Restoring }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });

  /** Null to go on. */
  async function refusal(context: RouteContext, code: string): Promise<Response | null> {
    if (!setup.needed() || context.env.transport !== 'lan') return notFound(context);
    const slow = await limits.secrets(context.env.clientIp);
    if (slow) return slow;
    if (!setup.permits(code))
      return problemResponse(
        problem(422, 'wrong-code', 'Confira os dados', WRONG_CODE, {
          errors: [{ field: 'code', message: WRONG_CODE }],
        }),
      );
    return null;
  }

  /** The state once it has begun, or why it cannot. */
  async function begin(context: RouteContext, work: () => Promise<void>): Promise<Response> {
    // Two that were asked for at once both came this far.
    if (restoring.running()) return problemResponse(RESTORING);
    try {
      await work();
    } catch (error) {
      const { code, title, detail, errors } = RestoreFailed.of(error).failure;
      return problemResponse(problem(code === 'disk-too-small' ? 507 : 422, code, title, detail, { errors }));
    }
    return context.json(restoring.state(), 202);
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/setup/restore',
      responses: { 200: json(RestoreState, 'How far it is'), '4XX': trouble },
    }),
    (context) => {
      const state = restoring.state();
      const hidden = context.env.transport !== 'lan' || (!setup.needed() && state.state === 'none');
      return hidden ? (notFound(context) as never) : context.json(state, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup/restore/sources',
      request: body(RestoreCode),
      responses: { 200: json(RestoreSources, 'What there is to restore from'), '4XX': trouble },
    }),
    async (context) => {
      const refused = await refusal(context, context.req.valid('json').code);
      if (refused) return refused as never;
      return context.json({ relayUrl: link.relayUrl(), copies: await backups.list('any') }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup/restore/relay',
      request: body(RestoreFromRelay),
      responses: begun,
    }),
    async (context) => {
      const { code, relayUrl, ...asked } = context.req.valid('json');
      const refused = await refusal(context, code);
      if (refused) return refused as never;
      return (await begin(context, () =>
        restoring.fromRelay({ ...asked, relayUrl: new URL(relayUrl).origin }),
      )) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/setup/restore/copy',
      request: body(RestoreFromCopy),
      responses: begun,
    }),
    async (context) => {
      const { code, place, name, ...options } = context.req.valid('json');
      const refused = await refusal(context, code);
      if (refused) return refused as never;
      const path = await backups.pathOf(place, name);
      if (path === null)
        return problemResponse(
          problem(
            404,
            'no-backup',
            'Cópia não encontrada',
            'Esta cópia não está mais aqui. Confira o pendrive.',
          ),
        ) as never;
      return (await begin(context, () => restoring.fromCopy(path, options))) as never;
    },
  );

  // The body is the file: a copy may be as large as the disk has room for.
  app.post('/api/setup/restore/file', async (context) => {
    const refused = await refusal(context, context.req.header(SETUP_CODE_HEADER) ?? '');
    if (refused) return refused;
    const { body: file } = context.req.raw;
    if (file === null)
      return problemResponse(problem(422, 'no-file', 'Falta o arquivo', 'Escolha o arquivo da cópia.'));
    return begin(context, () =>
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
