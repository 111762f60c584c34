// The one way to serve a contract: the guard, then what was sent is parsed, then the use case; its value becomes the answer, its
// refusal a problem in Portuguese, and the whole an entry of the OpenAPI document.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Env, HonoRequest, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import {
  isMedia,
  type AnswerOf,
  type BodyOf,
  type Contract,
  type ParamsOf,
  type QueryOf,
  type RefusalLike,
  type RefusalOf,
} from '../http/contract.ts';
import { invalidOf } from './invalid.ts';
import type { Problem } from '../http/problem.ts';
import type { Result } from '../result.ts';
import { describeRoute } from './describe-route.ts';
import { problemResponse } from './problems.ts';

/** What was asked, parsed by the contract. */
export type Call<C extends Contract, E extends Env> = {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly context: Context<E>;
};

/**
 * What a use case gives. A refusal of the contract is told by the contract's table; a problem is sent as it is: the words of the
 * relay or of a limit. A response is for what is no JSON, and for answers that are passed on.
 */
export type Outcome<C extends Contract> = Result<AnswerOf<C>, RefusalOf<C> | Problem> | Response;

type Guard<E extends Env> = MiddlewareHandler<E> | readonly MiddlewareHandler<E>[];

/** Serves `contract` on `app`. Who does not pass `guard` is answered by it. */
export function handle<E extends Env, C extends Contract>(
  app: OpenAPIHono<E>,
  contract: C,
  guard: Guard<E>,
  useCase: (call: Call<C, E>) => Outcome<C> | Promise<Outcome<C>>,
): void;
export function handle<E extends Env>(
  app: OpenAPIHono<E>,
  contract: Contract,
  guard: Guard<E>,
  useCase: UseCase<E>,
): void {
  app.openAPIRegistry.registerPath(describeRoute(contract));
  const statuses = Object.keys(contract.answers)
    .map(Number)
    .filter((status) => status !== 304);
  app.on(
    [contract.method.toUpperCase()],
    [contract.path.replaceAll(/\{(\w+)\}/g, ':$1')],
    ...[guard].flat(),
    async (context: Context<E>) => {
      const read = await readCall(contract, context);
      if (read instanceof Response) return read;
      const outcome = await useCase({ ...read, context });
      if (outcome instanceof Response) return outcome;
      if (!outcome.ok) return refuse(contract, outcome.refusal);
      const [status] = statuses;
      if (statuses.length === 1 && status !== undefined)
        return answer(context, contract, status, outcome.value);
      if (!isChosen(outcome.value)) throw new Error(`${contract.path} has several answers: say which.`);
      return answer(context, contract, outcome.value.status, outcome.value.body);
    },
  );
}

/** A use case without its contract's types, which are gone when the program runs; as a method, so that it stands for any. */
type UseCase<E extends Env> = {
  runUseCase(call: Sent & { context: Context<E> }): ErasedOutcome | Promise<ErasedOutcome>;
}['runUseCase'];
type ErasedOutcome = Result<unknown, unknown> | Response;

const isChosen = (value: unknown): value is { status: number; body: unknown } =>
  typeof value === 'object' && value !== null && 'status' in value && 'body' in value;

const isProblem = (refusal: unknown): refusal is Problem =>
  typeof refusal === 'object' && refusal !== null && 'type' in refusal && 'detail' in refusal;
const isRefusal = (refusal: unknown): refusal is RefusalLike =>
  typeof refusal === 'string' || (typeof refusal === 'object' && refusal !== null && 'code' in refusal);

type Sent = { params: unknown; query: unknown; body: unknown };

/** What was sent, parsed; or the problem that names each field of the wrong form. */
async function readCall(contract: Contract, { req }: Context): Promise<Sent | Response> {
  const { malformed } = contract;
  const wrong = (parsed: Parsed) => (malformed ? problemResponse(malformed) : invalid(parsed));
  const query = contract.query?.safeParse(Object.fromEntries(Object.entries(req.queries()).map(single)));
  if (query?.error) return wrong(query);
  const params = contract.params?.safeParse(req.param());
  if (params?.error) return wrong(params);
  const schema = contract.body && !isMedia(contract.body) ? contract.body : undefined;
  const body = schema?.safeParse(await (malformed ? readAnyJson(req) : readJson(req)));
  if (body?.error) return wrong(body);
  return { query: query?.data, params: params?.data, body: body?.data };
}

/** A key that was sent once has one value, as in a form. */
const single = ([key, values]: [string, string[]]): [string, string | string[] | undefined] => [
  key,
  values.length === 1 ? values[0] : values,
];

/** Whether the body says that it is JSON. */
export const isJson = (req: Pick<HonoRequest, 'header'>): boolean =>
  /^application\/([a-z-.]+\+)?json\b/i.test(req.header('content-type') ?? '');

/** A body that says to be something else is an empty one, which no schema takes for what it wants. */
async function readJson(req: Context['req']): Promise<unknown> {
  if (!isJson(req)) return {};
  try {
    return await req.json();
  } catch (cause) {
    throw new HTTPException(400, { message: 'Malformed JSON in request body', cause });
  }
}

/** Undefined when it is no JSON: no schema of a form takes that. */
const readAnyJson = (req: Context['req']): Promise<unknown> => req.json().catch(() => undefined);

type Parsed = { success: boolean; error?: unknown };
function invalid(parsed: Parsed): Response {
  const wrong = invalidOf(parsed);
  if (!wrong) throw new Error('What has the right form is not refused.');
  return problemResponse(wrong);
}

function refuse(contract: Contract, refusal: unknown): Response {
  if (isProblem(refusal)) return problemResponse(refusal);
  const { refusals }: { refusals?: { problemOf(refusal: RefusalLike): Problem } } = contract;
  if (!refusals || !isRefusal(refusal)) throw new Error(`${contract.path} has no words for a refusal.`);
  return problemResponse(refusals.problemOf(refusal));
}

const isStatus = (status: number): status is StatusCode => status >= 200 && status <= 599;
const isContentful = (status: StatusCode): status is ContentfulStatusCode => status !== 204 && status !== 304;
function answer(context: Context, contract: Contract, status: number, body: unknown): Response {
  if (!isStatus(status)) throw new Error(`${status} is no status of an answer.`);
  return contract.answers[status] === null || !isContentful(status)
    ? context.body(null, status)
    : context.json(body, status);
}
