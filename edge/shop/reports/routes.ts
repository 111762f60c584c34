// Reports for an administrator: figures, the best customers, the orders as a spreadsheet.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { Dashboard, ReportQuery, SalesReport, TopClients } from '@balcao/shared/http/reports.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { refused, accepted, type Result } from '@balcao/shared/result.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { Users } from '../users/users.ts';
import type { Rollups } from './rollups.ts';
import type { createOrdersCsv } from './orders-csv.ts';
import { addDays } from './days.ts';
import type { Period, Reports } from './reports.ts';
import type { Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  rollups: Rollups;
  reports: Reports;
  ordersCsv: ReturnType<typeof createOrdersCsv>;
};

const DAYS_SHOWN = 30;
const DAYS_MAX = 3660;

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function reportRoutes({ users, reports, rollups, ordersCsv }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users, 'ADMIN');

  /** Without days: the last thirty. */
  function periodOf({ from, to, phone = '' }: z.infer<typeof ReportQuery>): Result<Period, Problem> {
    const last = to ?? (from !== undefined && from > reports.today() ? from : reports.today());
    const first = from ?? addDays(last, 1 - DAYS_SHOWN);
    if (first > last)
      return refused(invalid([{ field: 'to', message: 'A data final não pode ser antes da inicial.' }]));
    if (addDays(first, DAYS_MAX) < last)
      return refused(invalid([{ field: 'from', message: 'Escolha um período de até dez anos.' }]));
    const digits = phoneDigits(phone);
    return accepted({ from: first, to: last, phone: digits === '' ? null : digits });
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/reports/sales',
      middleware,
      request: { query: ReportQuery },
      responses: { 200: json(SalesReport, 'The report'), '4XX': trouble },
    }),
    async (context) => {
      const period = periodOf(context.req.valid('query'));
      if (!period.ok) return problemResponse(period.refusal) as never;
      await rollups.upToDate();
      return context.json(await reports.sales(period.value), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/reports/sales.csv',
      middleware,
      request: { query: ReportQuery },
      responses: {
        200: {
          description: 'The paid orders, for a spreadsheet',
          content: { 'text/csv': { schema: z.string() } },
        },
        '4XX': trouble,
      },
    }),
    async (context) => {
      const period = periodOf(context.req.valid('query'));
      if (!period.ok) return problemResponse(period.refusal) as never;
      await rollups.upToDate();
      const { from, to } = period.value;
      return new Response(ordersCsv(period.value), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="vendas-${from}-a-${to}.csv"`,
          'cache-control': 'no-store',
        },
      }) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/reports/dashboard',
      middleware,
      responses: { 200: json(Dashboard, 'Today against the last seven days'), '4XX': trouble },
    }),
    async (context) => {
      await rollups.upToDate();
      return context.json(reports.dashboard(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/ranking',
      middleware,
      responses: { 200: json(TopClients, "The month's best customers, with whole phones"), '4XX': trouble },
    }),
    async (context) => {
      await rollups.upToDate();
      return context.json(reports.topClients(), 200);
    },
  );

  return app;
}
