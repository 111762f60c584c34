// Reports for an administrator: figures, the best customers, the orders as a spreadsheet.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { z } from 'zod';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/reports.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { ReportQuery } from '@balcao/shared/http/reports.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import type { Users } from '../users/users.ts';
import type { Rollups } from './rollups.ts';
import type { createOrdersCsv } from './orders-csv.ts';
import { daysOf } from './period.ts';
import type { Period, Reports } from './reports.ts';
import type { ReadBreakdown } from './breakdown.ts';
import type { ReadToday } from './today.ts';
import type { Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  users: Users;
  rollups: Rollups;
  reports: Reports;
  readToday: ReadToday;
  readBreakdown: ReadBreakdown;
  ordersCsv: ReturnType<typeof createOrdersCsv>;
};

export function reportRoutes({
  users,
  reports,
  readToday,
  readBreakdown,
  rollups,
  ordersCsv,
}: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  function periodOf({ phone = '', ...days }: z.infer<typeof ReportQuery>): Result<Period, Problem> {
    const span = daysOf(days, reports.today());
    if (!span.ok) return span;
    const digits = phoneDigits(phone);
    return accepted({ ...span.value, phone: digits === '' ? null : digits });
  }

  handle(app, contracts.readSalesReport, admin, async ({ query }) => {
    const period = periodOf(query);
    if (!period.ok) return period;
    await rollups.upToDate();
    return accepted(await reports.sales(period.value));
  });

  handle(app, contracts.downloadSales, admin, async ({ query }) => {
    const period = periodOf(query);
    if (!period.ok) return period;
    await rollups.upToDate();
    const { from, to } = period.value;
    return new Response(ordersCsv(period.value), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="vendas-${from}-a-${to}.csv"`,
        'cache-control': 'no-store',
      },
    });
  });

  handle(app, contracts.readDashboard, admin, async () => {
    await rollups.upToDate();
    return accepted(reports.dashboard());
  });

  handle(app, contracts.readBreakdown, admin, async ({ query }) => {
    const period = periodOf(query);
    if (!period.ok) return period;
    await rollups.upToDate();
    return accepted(await readBreakdown(period.value));
  });

  handle(app, contracts.readToday, admin, async () => {
    await rollups.upToDate();
    return accepted(readToday());
  });

  handle(app, contracts.readTopClients, admin, async () => {
    await rollups.upToDate();
    return accepted(reports.topClients());
  });

  return app;
}
