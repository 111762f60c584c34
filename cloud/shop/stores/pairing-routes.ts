// How a store becomes known to this relay: it shows a code and its key. The key is what it proves itself with from then on.
// And how it is forgotten again.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Config } from '../../config.ts';
import type { PairingCodes } from './pairing.ts';
import type { Limits } from '../../http/limits.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { isSignedBy, type Stores } from './stores.ts';
import { body, ChangeKey, json, Paired, PairRequest, trouble } from '../../http/contract.ts';
import { requireDevice } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  pairing: PairingCodes;
  gateway: { dismissUnknown(): Promise<void> };
  limits: Limits;
};

export function pairingRoutes({ stores, pairing, gateway, limits, config }: Deps): OpenAPIHono<Env> {
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
      const result = await pairing.pair(context.req.valid('json'));
      if (!result.paired) return problemResponse(REFUSALS[result.reason]) as never;
      await gateway.dismissUnknown();
      const publicUrl = result.host === null ? config.publicUrl : onHost(config.publicUrl, result.host);
      return context.json({ storeId: result.storeId, publicUrl }, 200);
    },
  );

  // Asked with the key before, or, when the answer got lost, with the new one. The new one proves that the store has it.
  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/device-key',
      summary: "Puts another key in the place of the asking store's",
      middleware: requireDevice(stores),
      request: body(ChangeKey),
      responses: { 204: { description: 'From now on only the new one counts' }, '4XX': trouble },
    }),
    async (context) => {
      const { publicKey, proof } = context.req.valid('json');
      const storeId = context.get('storeId');
      if (!(await isSignedBy(publicKey, storeId, proof))) return problemResponse(UNPROVEN) as never;
      await pairing.changeKey(storeId, publicKey);
      await gateway.dismissUnknown();
      return context.body(null, 204);
    },
  );

  // The store's own wish to be forgotten, by its key.
  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/unpair',
      summary: 'Makes the asking store unknown',
      middleware: requireDevice(stores),
      responses: { 204: { description: 'Unknown from now on' }, '4XX': trouble },
    }),
    async (context) => {
      await pairing.revoke(context.get('storeId'));
      await gateway.dismissUnknown();
      return context.body(null, 204);
    },
  );
  return app;
}

const UNPROVEN = problem(
  422,
  'unproven-key',
  'Chave sem prova',
  'A loja não provou que tem a chave nova. Nada foi mudado.',
);

function onHost(publicUrl: string, host: string): string {
  const url = new URL(publicUrl);
  url.hostname = host;
  return url.origin;
}

const REFUSALS = {
  'wrong-code': problem(
    403,
    'wrong-code',
    'Código inválido',
    'O código de pareamento está errado, já foi usado ou passou dos 10 minutos. Peça outro a quem cuida do site.',
  ),
  'other-key': problem(
    409,
    'other-key',
    'Loja já pareada',
    'Esta loja já está ligada a outro aparelho. Peça um código para substituir esse aparelho.',
  ),
  'second-store': problem(
    409,
    'second-store',
    'O site já tem uma loja',
    'O código inicial só serve para a primeira loja. Peça um código de pareamento a quem cuida do site.',
  ),
  'new-store': problem(
    409,
    'new-store',
    'Código de loja nova',
    'Este código é para uma loja nova, e não há o que restaurar. Peça a quem cuida do site um código para substituir o aparelho da sua loja.',
  ),
  'host-taken': problem(
    409,
    'host-taken',
    'Endereço já usado',
    'Outra loja já usa este endereço. Peça um código para outro endereço, ou para substituir a loja antiga.',
  ),
};
