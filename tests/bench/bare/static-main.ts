// Hono's own way to serve a folder, as a process of its own, and nothing else.
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

const { BARE_PORT, BARE_FOLDER = '' } = process.env;

const app = new Hono();
app.use(serveStatic({ root: BARE_FOLDER, precompressed: true }));
serve({ fetch: app.fetch, port: Number(BARE_PORT), hostname: '127.0.0.1' });

process.on('SIGTERM', () => process.exit(0));
