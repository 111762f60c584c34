// What the relay's operator does from its command line: lists stores, makes pairing codes, revokes. Whoever has SECRETS_KEY is the
// operator: the command signs a token that is good for a minute. Answered on a listener of its own, never on the public one.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import { createMiddleware } from 'hono/factory';
import type { Config } from '../../config.ts';
import type { Stores } from './stores.ts';
import type { PairingCodes } from './pairing.ts';
import type { Limits } from '../../http/limits.ts';
import { Resealed, type Reseal } from '../../reseal.ts';
import { isOperator } from './operator.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { body, json, trouble } from '../../http/contract.ts';
import { invalidHook, notFound, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  pairing: PairingCodes;
  reseal: Reseal;
  gateway: {
    dismissUnknown(): Promise<void>;
    presence(storeId: string): Promise<'linked' | 'grace' | 'away'>;
  };
  limits: Limits;
};

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?$/, 'um nome como loja.example.com, sem porta nem https://');
export const NewPairingCode = z.object({ host: Host.optional(), replaces: z.uuid().optional() });
export const PairingCode = z.object({ code: z.string(), expiresAtMs: z.number() });
export const KnownStores = z.object({
  stores: z.array(
    z.object({
      storeId: z.string(),
      name: z.string(),
      host: z.string().nullable(),
      condition: z.string(),
      presence: z.enum(['linked', 'grace', 'away']),
      lastSeenMs: z.number(),
      pairedAtMs: z.number(),
    }),
  ),
});

export function operatorRoutes({ stores, pairing, gateway, limits, config, reseal }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  app.use(
    '/operator/*',
    createMiddleware<Env>(async (context, next) => {
      if (await isOperator(config.secretsKey, context.req.header('authorization'))) return next();
      // Only who fails is slowed: the operator's own commands are not.
      return (await limits.pairing(clientOf(context, config.trustedProxies))) ?? notFound(context);
    }),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/operator/stores',
      responses: { 200: json(KnownStores, 'All that are known') },
    }),
    async (context) => {
      const known = await Promise.all(
        (await stores.all()).map(async (store) => ({
          storeId: store.storeId,
          name: store.name,
          host: store.host,
          condition: store.condition,
          presence: await gateway.presence(store.storeId),
          lastSeenMs: store.lastSeenMs,
          pairedAtMs: store.pairedAtMs,
        })),
      );
      return context.json({ stores: known }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/operator/pairing-codes',
      request: body(NewPairingCode),
      responses: { 201: json(PairingCode, 'Good once, for ten minutes'), '4XX': trouble },
    }),
    async (context) => {
      const { host, replaces } = context.req.valid('json');
      const known = await stores.all();
      if (replaces !== undefined && !known.some((store) => store.storeId === replaces))
        return problemResponse(UNKNOWN_STORE) as never;
      if (host === undefined && replaces === undefined && known.length > 0)
        return problemResponse(
          problem(
            422,
            'host-needed',
            'Falta o endereço',
            'Com mais de uma loja, cada uma precisa de um endereço: --host loja.example.com',
          ),
        ) as never;
      return context.json(await pairing.makeCode({ host, replaces }), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/operator/stores/{storeId}/revoke',
      request: { params: z.object({ storeId: z.uuid() }) },
      responses: { 204: { description: 'Revoked' }, '4XX': trouble },
    }),
    async (context) => {
      if (!(await pairing.revoke(context.req.valid('param').storeId)))
        return problemResponse(UNKNOWN_STORE) as never;
      await gateway.dismissUnknown();
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/operator/reseal',
      request: body(z.object({ after: z.number().int().nonnegative() })),
      responses: { 200: json(Resealed, 'One piece, and where the next one begins'), '4XX': trouble },
    }),
    async (context) => context.json(await reseal.piece(context.req.valid('json').after), 200),
  );
  return app;
}

const UNKNOWN_STORE = problem(
  404,
  'unknown-store',
  'Loja desconhecida',
  'Nenhuma loja tem esse número. Veja a lista: relay -- stores',
);
