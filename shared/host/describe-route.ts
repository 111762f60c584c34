// A contract as OpenAPI describes it: every answer, every problem with an example, and who may ask.
import type { RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import { isMedia, type Access, type Contract, type Media } from '../http/contract.ts';
import { invalid, problem, tooMany, type Problem } from '../http/problem.ts';

/** How each caller proves who it is; registered once in each document. */
export const SECURITY_SCHEMES = {
  customer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The tracking token of an order, or the claim that was made with it.',
  },
  staff: {
    type: 'apiKey',
    in: 'cookie',
    name: 'balcao.session_token',
    description: 'The session cookie of a person of the shop.',
  },
  device: {
    type: 'http',
    scheme: 'bearer',
    description: "A short-lived token, signed with the Ed25519 key of the store's machine.",
  },
  link: { type: 'http', scheme: 'bearer', description: 'Only the relay, over the link of its store.' },
  process: {
    type: 'apiKey',
    in: 'header',
    name: 'x-balcao-forwarded',
    description: 'Signed with the secret that the processes of one relay share.',
  },
  operator: { type: 'http', scheme: 'bearer', description: "Only on the operator's own port." },
} as const satisfies Record<Exclude<Access, 'everybody'>, object>;

const ProblemBody = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

const SIGNED_OUT = problem(
  401,
  'signed-out',
  'Entre para continuar',
  'Sua sessão terminou. Entre de novo para continuar.',
);
const FORBIDDEN = problem(
  403,
  'forbidden',
  'Acesso Negado',
  'Você não tem permissão para acessar esta área.',
);
const INVALID = invalid([{ field: 'items[0].toppings', message: 'Confira os dados e tente de novo.' }]);

/** One contract as a route of the OpenAPI document; its problems are those that its refusals, its guard and its body can bring. */
export function describeRoute(contract: Contract): RouteConfig {
  const { method, path, summary, access, params, query, body, answers } = contract;
  return {
    method,
    path,
    summary,
    security: access === 'everybody' ? [] : [{ [access]: [] }],
    request: {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body: { required: true, content: contentOf(body) } } : {}),
    },
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, schema]) => [status, described(schema)])),
      ...problemsByStatus(problemsOf(contract)),
    },
  };
}

const contentOf = (part: z.ZodType | Media) =>
  isMedia(part) ? { [part.media]: { schema: z.string() } } : { 'application/json': { schema: part } };

function described(answer: z.ZodType | Media | null) {
  if (answer === null) return { description: 'Done' };
  const words = isMedia(answer) ? 'The content' : (answer.description ?? 'The answer');
  return { description: words, content: contentOf(answer) };
}

/** What the guards may answer, and what the use case refuses. */
const problemsOf = ({
  access,
  params,
  query,
  body,
  malformed = INVALID,
  refusals,
}: Contract): readonly Problem[] => [
  ...(access === 'staff' ? [SIGNED_OUT, FORBIDDEN] : []),
  ...(params || query || body ? [malformed] : []),
  tooMany(60),
  ...(refusals?.examples ?? []),
];

function problemsByStatus(problems: readonly Problem[]) {
  const byStatus = Map.groupBy(problems, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      {
        description: [...new Set(ofStatus.map(({ title }) => title))].join('; '),
        content: {
          'application/problem+json': {
            schema: ProblemBody,
            examples: Object.fromEntries(ofStatus.map((value) => [value.code, { value }])),
          },
        },
      },
    ]),
  );
}
