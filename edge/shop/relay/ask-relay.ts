// Asks the relay under /edge/* for what people on the LAN want of it. Without the relay every question is refused with a
// reason, at once, and in seconds where the line has died without a word; nothing that was asked or answered is logged.
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { RelayClient } from './relay-client.ts';

const ANSWER_MS_MAX = 25_000;
/** The line may die while an answer is waited for: with what a probe takes, that is found within three seconds. */
const PROBE_EVERY_MS = 400;

const ProblemShape = z.looseObject({
  status: z.number(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
});

type Asked = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; json?: unknown; timeoutMs?: number };

/** The relay's answer, its problem, or `away`. */
export type AskRelay = <T>(path: string, shape: z.ZodType<T>, asked?: Asked) => Promise<Result<T, Problem>>;

export function createAskRelay(deps: {
  request: RelayClient['request'];
  isLinked: () => boolean;
  /** Whether the relay answers over the link, found out now. */
  isHeard: () => Promise<boolean>;
  /** Whether it answered no ping when last looked: then nobody waits for it. */
  isInDoubt: () => boolean;
  /** Said when the relay cannot be reached. */
  away: Problem;
  log: { warn(details: object, message: string): void };
}): AskRelay {
  const { request, isLinked, isHeard, isInDoubt, away, log } = deps;
  return async (path, shape, { method = 'GET', json, timeoutMs = ANSWER_MS_MAX } = {}) => {
    if (!isLinked() || isInDoubt()) return refused(away);
    const body =
      json === undefined
        ? {}
        : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
    // An answer may be long in coming, for the relay asks the provider. Whoever does not answer a ping either is not there.
    const silent = new AbortController();
    const over = new AbortController();
    void listen({ isHeard, isLinked }, over.signal).then((heard) => {
      if (!heard) silent.abort();
    });
    let response: Response;
    let answer: unknown;
    try {
      response = await request(path, { method, timeoutMs, signal: silent.signal, ...body });
      answer = response.status === 204 ? null : await response.json();
    } catch (error) {
      // The cause only: a request may carry credentials.
      log.warn({ path, cause: error instanceof Error ? error.name : 'unknown' }, 'the relay did not answer');
      return refused(away);
    } finally {
      over.abort();
    }
    if (response.ok) {
      const parsed = shape.safeParse(answer);
      if (parsed.success) return accepted(parsed.data);
      log.warn({ path }, 'the relay answered in an unknown form');
      return refused(away);
    }
    const problem = ProblemShape.safeParse(answer);
    // Our device being refused is nothing that the person at the screen can mend by signing in.
    return refused(
      problem.success && response.status !== 401 && response.status !== 403
        ? ({ type: 'about:blank', ...problem.data } as Problem)
        : away,
    );
  };
}

/**
 * False as soon as the relay is not heard any more; true when nobody waits for it. A link that has just ended is dialled again within a moment,
 * while the relay goes on with what it was asked: there it takes a second look.
 */
async function listen(
  { isHeard, isLinked }: { isHeard: () => Promise<boolean>; isLinked: () => boolean },
  over: AbortSignal,
): Promise<boolean> {
  for (let isDialling = false; !over.aborted;) {
    if (await isHeard()) isDialling = false;
    else if (isDialling || isLinked()) return over.aborted;
    else isDialling = true;
    // Rejects when it is over.
    await delay(PROBE_EVERY_MS, null, { signal: over, ref: false }).catch(() => undefined);
  }
  return true;
}
