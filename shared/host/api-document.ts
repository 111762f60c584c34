// What a server offers, to be read by programs (`/openapi.json`) and by people (`/openapi`, the same on one page without scripts).
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Env } from 'hono';
import { html } from 'hono/html';
import { SECURITY_SCHEMES } from './describe-route.ts';
import { addExamples } from './examples.ts';

type About = { readonly title: string; readonly version: string };
type Document = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** Call it after every route was added to `app`. */
export function serveApiDocument<E extends Env>(app: OpenAPIHono<E>, about: About): void {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  let made: Document | undefined;
  // Made when it is first asked for, and once: a stranger who asks again costs nothing.
  const read = (): Document => (made ??= make());
  function make(): Document {
    const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: about });
    addExamples(document.paths);
    return document;
  }
  app.get('/openapi.json', (context) => context.json(read()));
  app.get('/openapi', (context) => context.html(page(read())));
}

type Operation = {
  readonly summary?: string;
  readonly security?: readonly Record<string, unknown>[];
  readonly requestBody?: unknown;
  readonly parameters?: readonly unknown[];
  readonly responses?: Readonly<
    Record<string, { readonly description?: string; readonly content?: unknown }>
  >;
};

function page({ info, paths = {} }: Document) {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]: [string, Operation]) =>
      route(method.toUpperCase(), path, operation),
    ),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${info.title}</title>
      </head>
      <body>
        <h1>${info.title} ${info.version}</h1>
        <p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
        ${routes}
      </body>
    </html>`;
}

const route = (method: string, path: string, operation: Operation) =>
  html`<details>
    <summary><b>${method}</b> <code>${path}</code> ${operation.summary ?? ''}</summary>
    <p>For: ${operation.security?.flatMap((one) => Object.keys(one)).join(', ') || 'everybody'}</p>
    ${sent(operation)}
    ${Object.entries(operation.responses ?? {}).map(
      ([status, { description, content }]) =>
        html`<h4>${status}: ${description ?? ''}</h4>
          ${content ? shown(content) : ''}`,
    )}
  </details>`;

const sent = ({ parameters, requestBody }: Operation) =>
  parameters || requestBody
    ? html`<h4>Sent</h4>
        ${shown({ ...(parameters ? { parameters } : {}), ...(requestBody ? { requestBody } : {}) })}`
    : '';

const shown = (value: unknown) => html`<pre>${JSON.stringify(value, null, 2)}</pre>`;
