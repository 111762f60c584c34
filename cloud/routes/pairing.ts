// How a store becomes known to this relay: it shows a code and its key. The key is what it proves itself with from then on.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Deps } from '../app.ts';
import { clientOf, type Env } from './context.ts';
import { body, json, Paired, PairRequest, trouble } from './contract.ts';
import { invalidHook, problemResponse } from './problems.ts';

export function pairingRoutes({
  stores,
  limits,
  config,
}: Pick<Deps, 'stores' | 'limits' | 'config'>): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  app.use(
    '/edge/pair',
    async (context, next) => (await limits.pairing(clientOf(context, config.trustedProxies))) ?? next(),
  );
  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/pair',
      summary: 'Makes a store known by its code',
      request: body(PairRequest),
      responses: { 200: json(Paired, 'Known'), '4XX': trouble },
    }),
    async (context) => {
      const result = await stores.pair(context.req.valid('json'));
      if (result.paired) return context.json({ storeId: result.storeId, publicUrl: config.publicUrl }, 200);
      return (
        result.reason === 'wrong-code'
          ? problemResponse(
              problem(
                403,
                'wrong-code',
                'Código inválido',
                'O código de pareamento está errado ou venceu. Gere outro.',
              ),
            )
          : problemResponse(
              problem(
                409,
                'other-key',
                'Loja já pareada',
                'Esta loja já está ligada a outro aparelho. Revogue o antigo primeiro.',
              ),
            )
      ) as never;
    },
  );
  return app;
}
