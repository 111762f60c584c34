// The TV with the called numbers, over HTTP. Its cookie is sent to these addresses alone and opens the panel alone.
import { OpenAPIHono } from '@hono/zod-openapi';
import { getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { handle } from '@balcao/shared/host/handle.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import * as contracts from '@balcao/shared/http/contracts/tv.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import type { Wake } from '../../storage/wake.ts';
import { actorOf, type Env, type RouteContext } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';
import type { Limits } from '../../http/limits.ts';
import type { OrderContext } from '../orders/context.ts';
import { deviceNameOf } from '../users/device-name.ts';
import type { Users } from '../users/users.ts';
import { readPanel } from './panel-numbers.ts';
import type { TvScreensRoom } from './tv-screens.ts';

const COOKIE = 'balcao.tv';
const COOKIE_SECONDS = 400 * 24 * 3600;
const NOT_LET_IN = problem(
  401,
  'tv-not-paired',
  'TV não ligada',
  'Esta TV não está ligada ao painel. Ela mostra um código para o administrador digitar.',
);

/** What these routes use. */
type Deps = {
  db: Db;
  clock: () => number;
  wake: Wake;
  users: Users;
  orders: OrderContext;
  tvScreens: TvScreensRoom;
  streams: Streams;
  limits: Limits;
};

export function tvRoutes(deps: Deps): OpenAPIHono<Env> {
  const { users, clock, limits, tvScreens, wake } = deps;
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');
  const tokenOf = (context: RouteContext): string | null => getCookie(context, COOKIE) ?? null;
  const letIn = createMiddleware<Env>(async (context, next) => {
    if (tvScreens.idOf(tokenOf(context)) === null) return problemResponse(NOT_LET_IN);
    await next();
  });
  const keep = (context: RouteContext, token: string): void =>
    setCookie(context, COOKIE, token, {
      path: '/api/tv',
      maxAge: COOKIE_SECONDS,
      httpOnly: true,
      sameSite: 'Strict',
    });
  const panelNow = () => {
    const nowMs = clock();
    const { panelNames } = deps.orders.menu.catalog().settings;
    return readPanel(deps.db, deps.orders.panel.slot(nowMs), nowMs, panelNames);
  };

  handle(app, contracts.askTvCode, requireLan, async ({ context }) => {
    const slow = await limits.lookups(`tv ${context.env.clientIp}`);
    if (slow) return slow;
    const issued = tvScreens.codes.issue(deviceNameOf(context.req.header('user-agent') ?? null));
    return accepted({ ...issued, now: clock() });
  });

  handle(app, contracts.claimTv, requireLan, async ({ context, body }) => {
    const slow = await limits.polls(`tv ${context.env.clientIp}`);
    if (slow) return slow;
    const collected = tvScreens.codes.collect(body.claim);
    if (collected.state === 'over') return refused('code-over');
    if (collected.state === 'paired') keep(context, collected.token);
    return accepted({ state: collected.state });
  });

  handle(app, contracts.readTvPanel, [requireLan, letIn], ({ context }) => {
    // Browsers forget a cookie 400 days after it was last set.
    keep(context, tokenOf(context) ?? '');
    return accepted(panelNow());
  });

  handle(app, contracts.hearTvPanel, [requireLan, letIn], ({ context }) => {
    const mine = tvScreens.idOf(tokenOf(context));
    return deps.streams.open(context, null, (push, end) => {
      let shown = '';
      const pushPanel = (): void => {
        const panel = panelNow();
        const numbers = JSON.stringify({ ...panel, now: 0 });
        if (numbers === shown) return;
        shown = numbers;
        push({ event: 'panel', data: panel });
      };
      pushPanel();
      const stops = [
        wake.on('log', pushPanel),
        wake.on('erased', pushPanel),
        tvScreens.onRemoved((id) => (id === mine ? end() : undefined)),
      ];
      return () => stops.forEach((stop) => stop());
    });
  });

  handle(app, contracts.listTvScreens, admin, () => accepted({ screens: tvScreens.list() }));

  handle(app, contracts.pairTv, admin, async ({ context, body }) => {
    const slow = await limits.secrets(`tv code ${context.get('me').id}`);
    if (slow) return slow;
    const paired = tvScreens.pair(actorOf(context), body);
    wake.notify('log');
    return paired;
  });

  handle(app, contracts.removeTv, admin, ({ context, params }) => {
    const removed = tvScreens.remove(actorOf(context), params.id);
    wake.notify('log');
    return removed;
  });

  return app;
}
