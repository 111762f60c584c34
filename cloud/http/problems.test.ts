// What a visitor reads who is told to come back: that nothing was lost, and in how many seconds there may be room.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { databaseBusy, onRelayError, tooBusy } from './problems.ts';

const away = (): Promise<Response> => {
  const app = new Hono();
  app.onError(onRelayError({ error: () => undefined }));
  app.get('/', () => {
    throw new Error('Connection terminated unexpectedly');
  });
  return Promise.resolve(app.request('/'));
};

it.each<[string, () => Promise<Response>, string, string, string]>([
  [
    'a rush is over in two seconds',
    () => Promise.resolve(tooBusy()),
    'too-busy',
    '2',
    'O site está com mais pedidos do que consegue atender. Nada foi perdido: tente de novo em alguns segundos.',
  ],
  [
    'the embedded database has caught up in five',
    () => Promise.resolve(databaseBusy()),
    'database-busy',
    '5',
    'O site está com mais pedidos do que consegue atender. Nada foi perdido: tente de novo em alguns segundos.',
  ],
  [
    'a database that is away takes five to start again',
    away,
    'database-away',
    '5',
    'O site está sem acesso aos seus dados agora. Nada foi perdido: tente de novo em um minuto.',
  ],
])('%s', async (_what, answered, code, seconds, detail) => {
  const answer = await answered();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, seconds]);
  expect(await answer.json()).toMatchObject({ code, detail });
});
