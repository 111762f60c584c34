// What a request or a background job sets going, as the spans of one trace: from the relay over the link to the store. Knows nothing of
// OpenTelemetry, which is loaded where somebody collects spans, and nowhere else. A span says words of this program and numbers, never a
// store, a person, a code, an address or a credential.
import { AsyncLocalStorage } from 'node:async_hooks';

/** The header in which the relay hands the trace to a store, and one of its processes to another: W3C's traceparent. Ignored in a browser's request. */
export const TRACE_HEADER = 'x-balcao-traceparent';

/** `server`: answers somebody. `client`: asks somebody else. */
export type SpanKind = 'server' | 'client' | 'internal';
/** How it went. `name`: a better one than was known at its beginning. */
export type SpanEnd = {
  name?: string;
  facts?: Readonly<Record<string, string | number>>;
  failed?: boolean;
};

/** Something that takes time, from when it is made. Nothing in it throws. */
export type Span = {
  /** A part of it; null long after its end: what a request leaves running for ever is no part of it. */
  part(name: string, kind: SpanKind): Span | null;
  /** What `TRACE_HEADER` says of it. */
  traceparent(): string;
  end(told?: SpanEnd): void;
};

/** Where spans begin. `traceparent` as a server of ours handed it over; whatever else it says begins a trace of its own. */
export type Traces = {
  begin(name: string, kind: SpanKind, traceparent?: string): Span;
  /** Sends what is left, for as long as a stop may take. */
  stop(): Promise<void>;
};

const current = new AsyncLocalStorage<Span>();

/** Hands spans to the collector at `endpoint`, by OTLP over HTTP; null where none is named: then nothing is loaded, begun or sent. */
export async function openTraces(deps: {
  endpoint: string | null;
  service: 'balcao-relay' | 'balcao-store';
  log: { warn(details: object, message: string): void };
}): Promise<Traces | null> {
  const { endpoint, ...rest } = deps;
  return endpoint === null ? null : (await import('./open-traces.ts')).collectAt({ ...rest, endpoint });
}

/** Runs `work` within `span`, which ends with it. `describeEnd` says how it went. */
export async function within<T>(
  span: Span | null,
  work: () => T | Promise<T>,
  describeEnd?: (value: T) => SpanEnd,
): Promise<T> {
  if (span === null) return work();
  try {
    const value = await current.run(span, work);
    span.end(describeEnd?.(value));
    return value;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}

/** Runs `work` as a part of what is traced now; where nothing is, it just runs. */
export function asPart<T>(
  name: string,
  kind: SpanKind,
  work: () => Promise<T>,
  describeEnd?: (value: T) => SpanEnd,
): Promise<T> {
  const span = current.getStore()?.part(name, kind) ?? null;
  return span === null ? work() : within(span, work, describeEnd);
}

/** What a server of ours is handed of what is traced now; nothing where nothing is. */
export function handedTrace(): { [TRACE_HEADER]?: string } {
  const span = current.getStore();
  return span === undefined ? {} : { [TRACE_HEADER]: span.traceparent() };
}

/** Runs `work` that is no part of what set it going. */
export const outsideTraces = <T>(work: () => T): T => current.exit(work);
