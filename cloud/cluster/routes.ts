// What the other processes of this relay ask. For anybody else there is nothing here.
import { OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { handle } from '@balcao/shared/host/handle.ts';
import { notFound } from '@balcao/shared/host/problems.ts';
import { readHolder } from '@balcao/shared/http/contracts/cluster.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Env } from '../http/context.ts';
import { FORWARDED, type Forwarder } from './forward.ts';

/** What these routes use. */
type Deps = {
  forwarder: Pick<Forwarder, 'callerOf'>;
  gateway: { holder(storeId: string): Promise<string | null> };
};

export function clusterRoutes({ forwarder, gateway }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const ofThisRelay = createMiddleware<Env>(async (context, next) =>
    (await forwarder.callerOf(context.req.header(FORWARDED))) === null ? notFound(context) : next(),
  );
  handle(app, readHolder, ofThisRelay, async ({ params: { storeId } }) =>
    accepted({ instance: await gateway.holder(storeId) }),
  );
  return app;
}
