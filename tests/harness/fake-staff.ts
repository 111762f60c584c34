// What staff ask of a store through the relay, in tests: one route for each way in which a body goes through the tunnel.
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { RemoteEdits, type RemoteEdit } from '@balcao/shared/link/edits.ts';
import { sha256 } from './store-log.ts';

export function addStaffRoutes(
  app: Hono,
  {
    ended,
    store,
  }: {
    /** Streams whose reader went away, by their path. */
    ended: string[];
    store: () => {
      broken: string[];
      exportedBytes: number;
      assertionKey: object | null;
      edits: RemoteEdit[];
    };
  },
): void {
  app.get('/link/assertion-key', (context) => {
    const key = store().assertionKey;
    return key === null ? context.json({}, 404) : context.json(key);
  });
  app.post('/link/edits', async (context) => {
    store().edits.push(...RemoteEdits.parse(await context.req.json()).edits);
    return context.body(null, 204);
  });
  app.get('/api/staff/echo', (context) =>
    context.json({ headers: context.req.header(), query: context.req.query() }),
  );
  app.post('/api/staff/echo', async (context) => context.json({ body: await context.req.json() }, 201));
  app.post('/api/auth/sign-in', (context) => {
    context.header('set-cookie', 'session=abc; HttpOnly; Path=/', { append: true });
    context.header('set-cookie', 'other=1; Path=/', { append: true });
    return context.json({ ok: true });
  });
  app.post('/api/staff/images', async (context) => {
    const whole = await context.req.arrayBuffer().catch(() => null);
    if (whole === null) {
      store().broken.push(context.req.path);
      return context.json({}, 400);
    }
    const bytes = new Uint8Array(whole);
    return context.json({ size: bytes.length, sha256: sha256(bytes) });
  });
  app.get('/api/staff/live', (context) =>
    streamSSE(context, async (out) => {
      const gone = new Promise<void>((resolve) =>
        out.onAbort(() => {
          ended.push('/api/staff/live');
          resolve();
        }),
      );
      await out.writeSSE({ event: 'hello', data: '{}' });
      await out.writeSSE({ event: 'order', data: '{"n":1}' });
      await gone;
    }),
  );
  app.get('/api/staff/export', () => {
    let left = 40 * 16;
    return new Response(
      new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(64 * 1024));
          store().exportedBytes += 64 * 1024;
          left -= 1;
          if (left === 0) controller.close();
        },
      }),
    );
  });
  app.all('/api/staff/hang', () => new Promise<Response>(() => undefined));
}
