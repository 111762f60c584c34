// Doors: who may enter which route, from where, and how large a body they may bring.
import { createMiddleware } from 'hono/factory';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Role } from '@balcao/shared/http/staff.ts';
import type { WriteGate } from '../storage/write-gate.ts';
import type { Users } from '../shop/users/users.ts';
import type { Env } from './context.ts';
import { foreignOrigin, notJson, problemResponse } from '@balcao/shared/host/problems.ts';

/** Lets in signed-in users with one of the roles; without roles, any signed-in user. */
export const requireRole = (users: Users, ...roles: Role[]) =>
  createMiddleware<Env>(async (context, next) => {
    const renewed: string[] = [];
    const me = await users.whoIs(context.req.raw.headers, context.env.transport, (cookie) =>
      renewed.push(cookie),
    );
    if (!me)
      return problemResponse(
        problem(
          401,
          'signed-out',
          'Entre para continuar',
          'Sua sessão terminou. Entre de novo para continuar.',
        ),
      );
    context.set('me', me);
    if (roles.length > 0 && (me.role === null || !roles.includes(me.role))) {
      const response = problemResponse(
        problem(403, 'forbidden', 'Acesso Negado', 'Você não tem permissão para acessar esta área.'),
      );
      for (const cookie of renewed) response.headers.append('set-cookie', cookie);
      return response;
    }
    await next();
    for (const cookie of renewed) context.header('set-cookie', cookie, { append: true });
  });

/** Only the relay, over the link. From anywhere else the address does not exist. */
export const requireLink = createMiddleware<Env>(async (context, next) => {
  if (context.env.transport !== 'link')
    return problemResponse(problem(404, 'not-found', 'Não encontrado', 'Não há nada aqui.'));
  await next();
});

/** Only in the shop's own network: what is answered here, the relay must not see passing. */
export const requireLan = createMiddleware<Env>(async (context, next) => {
  if (context.env.transport !== 'lan') {
    context.set('isAfar', true);
    return problemResponse(
      problem(
        403,
        'lan-only',
        'Só na rede da loja',
        'Por segurança, isto só pode ser visto de um aparelho ligado à rede da loja.',
      ),
    );
  }
  await next();
});

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** A form can send none of these from another site; a DELETE of ours has no body, and browsers say no length for it. */
const NOT_FORMS = new Set([...SAFE, 'DELETE']);

/** What may be done although nothing is taken in: signing in, and what ends that state. */
const ALWAYS = /^\/(api\/(auth|setup|staff\/relay\/(pair|keep-selling))(\/|$)|link\/(restore|checkpoint)$)/;

const SIGNING_IN = /^\/api\/auth(\/|$)/;
/** Requests that change nothing and that a write-locked machine has to answer. */
const HELP = /^\/api\/(staff\/)?help(\/|$)/;

/** Refuses changes while the store is write-locked, and after a start until the relay's verdict on the log is known. */
export const whileUnlocked = (writeGate: WriteGate) =>
  createMiddleware<Env>(async (context, next) => {
    // On a copy that goes away nothing can be mended; whoever signs in sees the screens.
    const allowed = writeGate.held() === 'read-only' ? SIGNING_IN : ALWAYS;
    const { method, path } = context.req;
    if (SAFE.has(method) || HELP.test(path) || allowed.test(path)) return next();
    await writeGate.initialVerdict();
    writeGate.check();
    await next();
  });

/** Before all of `/api`. A browser of another site cannot make this one's cookies act: the Origin must be the address that was asked. */
export const sameOrigin = createMiddleware<Env>(async (context, next) => {
  const { headers } = context.req.raw;
  const origin = headers.get('origin');
  const crossSite = headers.get('sec-fetch-site') === 'cross-site';
  if (!SAFE.has(context.req.method)) {
    if (crossSite || (origin !== null && origin !== context.env.origin)) return foreignOrigin();
  } else if (crossSite && headers.get('sec-fetch-mode') !== 'navigate') {
    return foreignOrigin();
  }
  await next();
});

/** Bodies that change something are JSON, unless the route says otherwise: a plain form of another site cannot send it. */
export const jsonOnly = createMiddleware<Env>(async (context, next) => {
  if (
    !NOT_FORMS.has(context.req.method) &&
    !/^application\/json\b/.test(context.req.header('content-type') ?? '')
  ) {
    const empty = context.req.header('content-length') === '0' || context.req.raw.body === null;
    if (!empty) return notJson();
  }
  await next();
});

/** For routes whose mistake would cut off an administrator who is not in the shop. */
export const inTheShop = createMiddleware<Env>(async (context, next) => {
  if (context.env.transport === 'lan') return next();
  return problemResponse(
    problem(
      409,
      'only-in-the-shop',
      'Só na loja',
      'Isto só pode ser feito na rede da loja, para que ninguém se desligue de longe.',
    ),
  );
});
