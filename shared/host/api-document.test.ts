// The OpenAPI document of every contract: who may ask, every error, and an example of all that is sent and answered.
import { readdirSync } from 'node:fs';
import { OpenAPIHono } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineContract, isMedia, type Contract } from '../http/contract.ts';
import { invalid } from '../http/problem.ts';
import { serveApiDocument } from './api-document.ts';
import { handle } from './handle.ts';

type Shown = { example?: unknown; examples?: Record<string, { value: { code: string; status: number } }> };
/** An answer may have none. */
type Content = { content?: Record<string, Shown> };
type Operation = {
  security: Record<string, string[]>[];
  parameters?: ({ name: string; in: 'path' | 'query' } & Shown)[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const isContract = (value: object): value is Contract => 'method' in value && 'answers' in value;

const contracts: (readonly [string, Contract])[] = [];
for (const file of readdirSync(new URL('../http/contracts/', import.meta.url))) {
  const exported = (await import(`../http/contracts/${file.replace('.ts', '')}.ts`)) as Record<
    string,
    object
  >;
  for (const [name, contract] of Object.entries(exported))
    if (isContract(contract)) contracts.push([name, contract]);
}

async function documentOf(contract: Contract): Promise<Operation> {
  const app = new OpenAPIHono();
  handle(app, contract, [], () => new Response());
  serveApiDocument(app, { title: 'Balcão', version: '1' });
  const { paths } = (await (await app.request('/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operation = paths[contract.path]?.[contract.method];
  if (operation === undefined) throw new Error(`${contract.path} is not in the document`);
  return operation;
}

const json = (content: Content | undefined): Shown => content?.content?.['application/json'] ?? {};

function expectExample(what: string, schema: z.ZodType | undefined, shown: Shown): void {
  expect(Object.keys(shown), `an example of ${what}`).toContain('example');
  expect(schema?.safeParse(shown.example).error?.issues, `the example of ${what}`).toBeUndefined();
}

it('knows more than two hundred contracts', () => {
  expect(contracts.length).toBeGreaterThan(200);
});

it.each(contracts)('%s is described with who may ask, its errors and examples', async (_name, contract) => {
  const { security, parameters = [], requestBody, responses } = await documentOf(contract);
  const { access, body, params, query, answers, refusals, malformed } = contract;
  expect(security).toEqual(access === 'everybody' ? [] : [{ [access]: [] }]);

  const takesAnything = body !== undefined || params !== undefined || query !== undefined;
  const errors = Object.values(responses).flatMap(({ content = {} }) =>
    Object.values(content['application/problem+json']?.examples ?? {}).map(({ value }) => value),
  );
  // One beside them would be one more than OpenAPI lets a body have.
  for (const { content = {} } of Object.values(responses))
    expect(Object.keys(content['application/problem+json'] ?? {})).not.toContain('example');
  expect(errors.map(({ code }) => code)).toEqual(
    expect.arrayContaining([
      'too-many',
      ...(access === 'staff' ? ['signed-out', 'forbidden'] : []),
      ...(takesAnything ? [(malformed ?? invalid([])).code] : []),
      ...(refusals?.examples ?? []).map(({ code }) => code),
    ]),
  );

  for (const parameter of parameters) {
    const shape: Record<string, z.ZodType> = (parameter.in === 'path' ? params : query)?.shape ?? {};
    expectExample(parameter.name, shape[parameter.name], parameter);
  }
  if (body !== undefined && !isMedia(body)) expectExample('the body', body, json(requestBody));
  for (const [status, answer] of Object.entries(answers))
    if (answer !== null && !isMedia(answer)) expectExample(status, answer, json(responses[status]));
});

/** Whose proof is asked for by what stands where. A store that is paired has no device yet. */
it.each<[Contract['access'], string, string[]]>([
  ['staff', '/api/staff/', []],
  ['device', '/edge/', ['/edge/pair']],
  ['link', '/link/', []],
  ['process', '/cluster/', []],
  ['operator', '/operator/', []],
])('the proof of %s is asked for below %s and nowhere else', (who, below, open) => {
  const paths = contracts.map(([, contract]) => contract);
  expect(paths.filter(({ access }) => access === who).map(({ path }) => path)).toEqual(
    paths.map(({ path }) => path).filter((path) => path.startsWith(below) && !open.includes(path)),
  );
});

it('says how each caller proves who it is, the shop’s people by the cookie of their session', async () => {
  const app = new OpenAPIHono();
  serveApiDocument(app, { title: 'Balcão', version: '1' });
  const { components } = (await (await app.request('/openapi.json')).json()) as {
    components: {
      securitySchemes: Record<string, { type: string; scheme?: string; in?: string; name?: string }>;
    };
  };
  const told = Object.entries(components.securitySchemes).map(([who, { scheme, in: where, name }]) => [
    who,
    scheme ?? `${where} ${name}`,
  ]);
  expect(Object.fromEntries(told)).toEqual({
    customer: 'bearer',
    staff: 'cookie balcao.session_token',
    device: 'bearer',
    link: 'bearer',
    process: 'header x-balcao-forwarded',
    operator: 'bearer',
  });
});

it('the page for people has each route with what is sent, asked by its address or by a body, or nothing', async () => {
  const app = new OpenAPIHono();
  const answers = { 200: null };
  const common = { summary: 'Try it', access: 'everybody', answers } as const;
  const ignore = () => new Response();
  const word = z.object({ word: z.string() });
  handle(app, defineContract({ ...common, method: 'get', path: '/by-address', query: word }), [], ignore);
  handle(app, defineContract({ ...common, method: 'post', path: '/by-body', body: word }), [], ignore);
  handle(app, defineContract({ ...common, method: 'get', path: '/nothing' }), [], ignore);
  serveApiDocument(app, { title: 'Balcão', version: '1.2.3' });
  const page = await (await app.request('/openapi')).text();
  expect(page).toContain('<h1>Balcão 1.2.3</h1>');
  const routes = page.split('<details>').slice(1);
  expect(
    routes.map((route) => [
      /<code>(.*?)<\/code> (.*?)<\/summary>/.exec(route)?.slice(1),
      route.includes('<h4>Sent'),
    ]),
  ).toEqual([
    [['/by-address', 'Try it'], true],
    [['/by-body', 'Try it'], true],
    [['/nothing', 'Try it'], false],
  ]);
});
