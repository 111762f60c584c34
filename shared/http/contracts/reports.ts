// Reports for an administrator: figures, the best customers, the orders as a spreadsheet.
import { defineContract } from '../contract.ts';
import {
  Breakdown,
  BreakdownQuery,
  Dashboard,
  ReportQuery,
  SalesReport,
  Today,
  TopClients,
} from '../reports.ts';

export const readSalesReport = defineContract({
  method: 'get',
  path: '/api/staff/reports/sales',
  summary: 'Sales between two days; without days, the last thirty',
  access: 'staff',
  query: ReportQuery,
  answers: { 200: SalesReport },
});

export const downloadSales = defineContract({
  method: 'get',
  path: '/api/staff/reports/sales.csv',
  summary: 'The paid orders, for a spreadsheet',
  access: 'staff',
  query: ReportQuery,
  answers: { 200: { media: 'text/csv' } },
});

export const readDashboard = defineContract({
  method: 'get',
  path: '/api/staff/reports/dashboard',
  summary: 'Today against the last seven days',
  access: 'staff',
  answers: { 200: Dashboard },
});

export const readBreakdown = defineContract({
  method: 'get',
  path: '/api/staff/reports/breakdown',
  summary: 'What sold, when, by whom and which way, beside the period before; without days, the last thirty',
  access: 'staff',
  query: BreakdownQuery,
  answers: { 200: Breakdown },
});

export const readToday = defineContract({
  method: 'get',
  path: '/api/staff/reports/today',
  summary: 'How the day goes: sales, open orders, till, printers, site and copies',
  access: 'staff',
  answers: { 200: Today },
});

export const readTopClients = defineContract({
  method: 'get',
  path: '/api/staff/ranking',
  summary: "The month's best customers, with whole phones",
  access: 'staff',
  answers: { 200: TopClients },
});
