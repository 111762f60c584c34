// Writes down who was kept out and who took something away: seen here, at the answers of every route, so that a new one is traced too.
import { createMiddleware } from 'hono/factory';
import type { Actor, Audit } from '../shop/audit/audit.ts';
import type { Trace } from '../shop/audit/trace.ts';
import { actorOf, type Env } from './context.ts';

const SIGN_IN = '/api/auth/sign-in/email';
/** Routes that take a password or a code. */
const DOORS = /^\/api\/(auth|setup|staff|help)(\/|$)/;
/** Routes that write their own line, with more detail. */
const SPEAKS = /^\/api\/staff\/backups\//;
const TAKEN: Record<string, string> = {
  '/api/staff/reports/sales.csv': 'baixou a planilha de vendas',
  '/api/staff/payments/matching.csv': 'baixou a conferência de pagamentos',
  '/api/staff/privacy/export': 'baixou os dados de um cliente',
  '/api/staff/diagnostics/bundle': 'baixou o diagnóstico da loja',
};

export const tracing = (deps: {
  trace: Trace;
  audit: Audit;
  log: { warn(details: object, message: string): void };
}) =>
  createMiddleware<Env>(async (context, next) => {
    await next();
    const { status, headers } = context.res;
    const { path } = context.req;
    const { clientIp, transport } = context.env;
    // Set by the guard, also for whom it keeps out.
    const me = context.get('me') as Env['Variables']['me'] | undefined;
    const actor: Actor = me
      ? actorOf(context)
      : { userId: null, userName: null, from: transport === 'link' ? 'relay' : 'lan' };
    if (status === 401 && path === SIGN_IN) deps.trace.refused('wrong-password', actor, clientIp);
    else if (status === 429 && DOORS.test(path)) deps.trace.refused('slowed', actor, clientIp);
    else if (status === 403 && me)
      deps.trace.refused(context.get('isAfar') ? 'lan-only' : 'forbidden', actor, clientIp);
    else if (
      status === 200 &&
      me &&
      (headers.get('content-disposition') ?? '').startsWith('attachment') &&
      !SPEAKS.test(path)
    ) {
      try {
        deps.audit.record(actor, 'access', 'export', TAKEN[path] ?? 'baixou um arquivo da loja');
      } catch (error) {
        deps.log.warn({ err: error }, 'an export could not be written into the audit');
      }
    }
  });
