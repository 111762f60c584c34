// What a route takes and answers, said once: the servers are typed by it (`handle`), the browser is (`request`), and the OpenAPI
// document is made from it. A contract decides nothing and knows no server.
import type { z } from 'zod';
import { problem, type Problem } from './problem.ts';

/** Who a route is for, as the OpenAPI document says it. The route's guard is what enforces it. */
export type Access =
  | 'everybody'
  /** The bearer that was given to who made the order: its tracking token, or its claim. */
  | 'customer'
  /** A staff session, by cookie. */
  | 'staff'
  /** A store's machine, by a token that it signs with its device key. */
  | 'device'
  /** The relay, over the link of its store. */
  | 'link'
  /** Another process of the same relay. */
  | 'process'
  /** Who runs the relay, on the operator's own port. */
  | 'operator';

/**
 * What is no JSON: a download, a picture, a stream of events, an upload. A use case answers it with a `Response`, and reads it
 * from the request itself.
 */
export type Media = { readonly media: string };

/** One route. Keys of `answers` are the statuses of what goes well; null is an answer without a body. */
export type Contract = {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for each parameter, as OpenAPI writes it. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType | Media;
  readonly answers: Readonly<Record<number, z.ZodType | Media | null>>;
  /** What the use case may refuse. Who may not ask, who asks too often and what has the wrong form is told by the guards. */
  readonly refusals?: Refusals<never>;
  /**
   * For machines, which show no fields: the one answer to whatever has the wrong form. The body is then read whatever its type says,
   * and one that is no JSON is of the wrong form too.
   */
  readonly malformed?: Problem;
};

/** Keeps the literal types of a contract, from which both sides are typed. */
export const defineContract = <const C extends Contract>(contract: C): C => contract;

type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OneOf<A> = { [S in keyof A]: A[S] extends z.ZodType ? z.input<A[S]> : null }[keyof A];
type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** The parsed parameters of the path. */
export type ParamsOf<C extends Contract> = OutputOf<C['params']>;
/** The parsed query. */
export type QueryOf<C extends Contract> = OutputOf<C['query']>;
/** The parsed body. */
export type BodyOf<C extends Contract> = OutputOf<C['body']>;
/** The body as a caller writes it, before it is parsed: what has a default may be left out. */
export type BodySentTo<C extends Contract> = C['body'] extends Media ? object : InputOf<C['body']>;

/** Whether a body or an answer is no JSON. */
export const isMedia = (part: z.ZodType | Media): part is Media => 'media' in part;
/** The query as a caller writes it: text, as it stands in an address. */
export type QuerySentTo<C extends Contract> = C['query'] extends z.ZodObject
  ? { readonly [K in keyof z.input<C['query']>]: string }
  : undefined;
/** The good statuses. That nothing changed is no answer of a use case's own, and a browser has what it kept. */
type StatusOf<C extends Contract> = Exclude<keyof C['answers'], 304>;
/** What a use case gives when it goes well: the body, and with it the status where there are several. */
export type AnswerOf<C extends Contract> =
  IsUnion<StatusOf<C>> extends true
    ? {
        [S in StatusOf<C>]: { status: S; body: OneOf<Pick<C['answers'], S>> };
      }[StatusOf<C>]
    : OneOf<Omit<C['answers'], 304>>;
/** What a caller reads, whichever of the good statuses it has. */
export type ReplyOf<C extends Contract> = {
  [S in StatusOf<C>]: C['answers'][S] extends z.ZodType ? z.output<C['answers'][S]> : null;
}[StatusOf<C>];
/** What a use case may refuse with. */
export type RefusalOf<C extends Contract> = C['refusals'] extends Refusals<infer R> ? R : never;

/** A refusal: a bare code, or a code with the facts that its words need. */
export type RefusalLike = string | { readonly code: string };
type CodeOf<R extends RefusalLike> = R extends { readonly code: infer Code extends string }
  ? Code
  : R & string;
type Facts<R extends RefusalLike, Code> = R extends { readonly code: Code } ? R : R extends Code ? R : never;

/** How one refusal is told. */
export type RefusalEntry<F> = {
  readonly status: number;
  /** The code that programs read, where it is not the refusal's own. */
  readonly code?: string;
  readonly title: string;
  /** What happened and what to do, in Portuguese. */
  readonly detail: string | ((refusal: F) => string);
  /** Facts that a screen needs to go on. */
  readonly extra?: (refusal: F) => Record<string, unknown>;
  /** One of its kind, for the OpenAPI document; needed where the words depend on facts. */
  readonly sample?: F;
};
/** Status and words of each refusal of a noun. */
export type Refusals<R> = {
  readonly codes: ReadonlySet<string>;
  problemOf(refusal: R): Problem;
  /** One of each kind, as it is sent. */
  readonly examples: readonly Problem[];
};

/** The one table from a noun's refusals to status and Portuguese words. */
export function defineRefusals<R extends RefusalLike>(table: {
  readonly [Code in CodeOf<R>]: RefusalEntry<Facts<R, Code>>;
}): Refusals<R> {
  const entries = new Map<string, RefusalEntry<never>>(Object.entries(table));
  const told = (code: string, refusal: RefusalLike): Problem => {
    const entry = entries.get(code);
    if (!entry) throw new Error(`No words for the refusal ${code}.`);
    return problemOfEntry(code, entry, refusal);
  };
  return {
    codes: new Set(entries.keys()),
    problemOf: (refusal) => told(codeOf(refusal), refusal),
    examples: [...entries].map(([code, { sample }]) => told(code, sample ?? code)),
  };
}

const codeOf = (refusal: RefusalLike): string => (typeof refusal === 'string' ? refusal : refusal.code);

/** The rows of these codes alone, for a route that refuses with a few of its noun. */
export function pickRefusals<R extends RefusalLike, Code extends CodeOf<R>>(
  refusals: Refusals<R>,
  ...codes: readonly Code[]
): Refusals<Facts<R, Code>> {
  const wanted: ReadonlySet<string> = new Set(codes);
  const kept = [...refusals.codes].flatMap((code, index) => {
    const example = refusals.examples[index];
    return wanted.has(code) && example ? [example] : [];
  });
  const { problemOf }: { problemOf(refusal: RefusalLike): Problem } = refusals;
  return { codes: wanted, problemOf, examples: kept };
}

/** Two tables as one, for a route that refuses with the rows of both. Their codes differ. */
export function joinRefusals<A extends RefusalLike, B extends RefusalLike>(
  one: Refusals<A>,
  other: Refusals<B>,
): Refusals<A | B> {
  const isOfOne = (refusal: A | B): refusal is A => one.codes.has(codeOf(refusal));
  return {
    codes: new Set([...one.codes, ...other.codes]),
    problemOf: (refusal) => (isOfOne(refusal) ? one.problemOf(refusal) : other.problemOf(refusal)),
    examples: [...one.examples, ...other.examples],
  };
}

function problemOfEntry(code: string, entry: RefusalEntry<never>, refusal: RefusalLike): Problem {
  const { detail, extra }: { detail: string | Teller<string>; extra?: Teller<Record<string, unknown>> } =
    entry;
  return problem(
    entry.status,
    entry.code ?? code,
    entry.title,
    typeof detail === 'string' ? detail : detail(refusal),
    extra?.(refusal),
  );
}
/** A method, so that the table may hold entries of every kind of refusal side by side. */
type Teller<T> = { tell(refusal: RefusalLike): T }['tell'];
