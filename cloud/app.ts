// The relay's HTTP application: doors, routes, the tunnel, the web app. Built from its parts, so that tests can hold it.
import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { z } from 'zod';
import { chooseVariant, ImageHash, imageHeaders } from '@balcao/shared/http/images.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Config } from './config.ts';
import type { Gateway } from './link/gateway.ts';
import type { Stores } from './link/stores.ts';
import { passOn } from './link/tunnel.ts';
import type { FollowedOrders } from './live/followed-orders.ts';
import type { Streams } from './live/stream.ts';
import type { Tickets } from './live/tickets.ts';
import type { Wake } from './live/wake.ts';
import type { Documents } from './menu/documents.ts';
import type { Pictures } from './menu/images.ts';
import type { Commands } from './orders/commands.ts';
import type { Replica } from './orders/replica.ts';
import type { Payments } from './payments/payments.ts';
import { clientOf, type Env, type RouteContext } from './routes/context.ts';
import { requireDevice, requireStore, sameOrigin } from './routes/guards.ts';
import type { Limits } from './routes/limits.ts';
import { invalidHook, notFound, onError, problemResponse } from './routes/problems.ts';
import { publicRoutes } from './routes/public.ts';
import { webFiles } from './routes/web-files.ts';

export type Deps = {
  config: Config;
  version: string;
  clock: () => number;
  newId: () => string;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void; error(details: object, message: string): void };
  wake: Wake;
  stores: Stores;
  replica: Replica;
  commands: Commands;
  documents: Documents;
  pictures: Pictures;
  gateway: Gateway;
  payments: Payments;
  tickets: Tickets;
  followed: FollowedOrders;
  streams: Streams;
  limits: Limits;
  /** How long a browser's request waits for the store before it is told to come back for the outcome. */
  answerMsMax: number;
  /** Fails when the database does not answer. */
  ping: () => Promise<void>;
};

const BODY_BYTES_MAX = 256 * 1024;
const UPLOAD_BYTES_MAX = 6 * 1024 * 1024;

const PairRequest = z.object({
  code: z.string().min(1).max(64),
  storeId: z.uuid(),
  name: z.string().max(80),
  publicKey: z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string().regex(/^[\w-]{43}$/) }),
});

export type App = OpenAPIHono<Env>;

export function createApp(deps: Deps): App {
  const { config, stores } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  app.onError(onError(deps.log));
  app.notFound(notFound);

  app.get('/healthz', (context) => context.json({ alive: true, version: deps.version }));
  app.get('/readyz', async (context) => {
    try {
      await deps.ping();
    } catch {
      return context.json({ ready: false, reasons: ['the database does not answer'] }, 503);
    }
    const known = await stores.all();
    return context.json({ ready: true, reasons: [], stores: known.length, linked: known.filter((one) => deps.gateway.session(one.storeId)).length });
  });

  const tooLarge = (): Response => problemResponse(problem(413, 'too-large', 'Conteúdo grande demais', 'O que foi enviado passa do limite. Envie menos de uma vez.'));
  const small = bodyLimit({ maxSize: BODY_BYTES_MAX, onError: tooLarge });
  const upload = bodyLimit({ maxSize: UPLOAD_BYTES_MAX, onError: tooLarge });
  app.use('*', pageHeaders(config));
  app.use('*', sameOrigin);
  app.use('*', (context, next) => (context.req.path === '/api/staff/images' ? upload(context, next) : small(context, next)));

  app.post('/edge/pair', async (context) => {
    const slow = await deps.limits.pairing(clientOf(context, config.trustedProxies));
    if (slow) return slow;
    const parsed = PairRequest.safeParse(await jsonOf(context));
    if (!parsed.success) return problemResponse(problem(422, 'pairing', 'Pareamento inválido', 'Os dados do pareamento não têm a forma esperada.'));
    const result = await stores.pair(parsed.data);
    if (result.paired) return context.json({ storeId: result.storeId, publicUrl: config.publicUrl });
    return result.reason === 'wrong-code'
      ? problemResponse(problem(403, 'wrong-code', 'Código inválido', 'O código de pareamento está errado ou venceu. Gere outro.'))
      : problemResponse(problem(409, 'other-key', 'Loja já pareada', 'Esta loja já está ligada a outro aparelho. Revogue o antigo primeiro.'));
  });
  app.use('/edge/*', requireDevice(stores));

  const tunnel = async (context: RouteContext): Promise<Response> => {
    const origin = new URL(config.publicUrl);
    const host = context.req.header('host') ?? origin.host;
    return passOn(deps.gateway.session(context.get('storeId')), context.req.raw, {
      clientIp: clientOf(context, config.trustedProxies),
      origin: `${origin.protocol}//${host}`,
      secure: origin.protocol === 'https:',
    });
  };
  app.all('/api/auth/*', requireStore(stores), tunnel);
  app.all('/api/staff/*', requireStore(stores), tunnel);

  app.route('/', publicRoutes(deps));
  app.route('/', deps.payments.routes);
  app.get('/api/images/:hash', requireStore(stores), async (context) => {
    const hash = context.req.param('hash');
    const variant = chooseVariant(context.req.header('accept') ?? '', context.req.query('w'));
    const found = ImageHash.safeParse(hash).success ? await deps.pictures.read(context.get('storeId'), hash, variant) : null;
    if (!found) return problemResponse(problem(404, 'image-not-found', 'Imagem não encontrada', 'Esta imagem não existe mais.'));
    const headers = imageHeaders(hash, variant, found.mediaType);
    if (context.req.header('if-none-match') === headers['etag']) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(found.bytes), { headers });
  });

  app.doc31('/openapi.json', { openapi: '3.1.0', info: { title: 'Balcão: relay', version: deps.version } });
  app.use('*', webFiles(config.webDir));
  return app;
}

/** A body that is no JSON is the caller's mistake. */
async function jsonOf(context: RouteContext): Promise<unknown> {
  try {
    return await context.req.json();
  } catch {
    throw new HTTPException(400);
  }
}

const PROVIDER_HOSTS = ['https://*.mercadopago.com', 'https://*.mercadopago.com.br', 'https://*.mlstatic.com', 'https://*.mercadolibre.com'];

function pageHeaders({ publicUrl, mercadoPago }: Config) {
  const simulated = [mercadoPago.sdkUrl, mercadoPago.baseUrl].filter((url) => url !== null).map((url) => new URL(url).origin);
  const provider = [...PROVIDER_HOSTS, ...simulated];
  return secureHeaders({
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=15552000' : false,
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...provider],
      styleSrc: ["'self'", "'unsafe-inline'", ...provider],
      imgSrc: ["'self'", 'data:', 'blob:', ...provider],
      fontSrc: ["'self'", ...provider],
      connectSrc: ["'self'", ...provider],
      frameSrc: ["'self'", ...provider],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      frameAncestors: ["'none'"],
    },
  });
}
