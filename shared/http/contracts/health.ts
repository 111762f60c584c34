// For whoever watches a server's process.
import { defineContract } from '../contract.ts';
import { Health, Readiness, StoreReadiness } from '../health.ts';

export const readHealth = defineContract({
  method: 'get',
  path: '/healthz',
  summary: 'Alive',
  access: 'everybody',
  answers: { 200: Health },
});

export const readReadiness = defineContract({
  method: 'get',
  path: '/readyz',
  summary: 'Ready, or why not',
  access: 'everybody',
  answers: { 200: Readiness, 503: Readiness },
});

export const readStoreReadiness = defineContract({
  method: 'get',
  path: '/readyz',
  summary: 'Takes orders, or why not',
  access: 'everybody',
  answers: { 200: StoreReadiness, 503: StoreReadiness },
});
