import { describe, expect, it } from 'vitest';
import {
  JOB_EVENTS,
  JOB_STATES,
  JOB_TRANSITIONS,
  nextJobState,
  OPEN_JOB_STATES,
  type JobState,
} from './transitions.ts';

const PERSON = ['retry', 'release', 'discard', 'move'] as const;

describe('print job transitions', () => {
  it('decides every pair of state and event', () => {
    for (const state of JOB_STATES)
      expect(Object.keys(JOB_TRANSITIONS[state]).sort()).toEqual([...JOB_EVENTS].sort());
  });

  it('is this table', () => {
    const table = JOB_STATES.map((state) =>
      JOB_EVENTS.flatMap((event) => {
        const next = nextJobState(state, event);
        return next ? [`${event}→${next}`] : [];
      }).join(' '),
    );
    expect(Object.fromEntries(JOB_STATES.map((state, index) => [state, table[index]]))).toEqual({
      queued: 'begin→sending unreadable→failed stale→held retry→queued discard→discarded move→queued',
      sending: 'confirmed→printed unconfirmed→sent broke→queued gaveUp→failed interrupted→queued',
      held: 'release→queued discard→discarded move→queued',
      failed: 'retry→queued discard→discarded move→queued',
      printed: '',
      sent: '',
      discarded: '',
    });
  });

  it('leaves nothing for a person to change while bytes are going out', () => {
    for (const event of PERSON) expect(nextJobState('sending', event)).toBeNull();
  });

  it('lets a person end every job that waits', () => {
    const endless = OPEN_JOB_STATES.filter((state) => nextJobState(state, 'discard') !== 'discarded');
    expect(endless).toEqual(['sending']);
  });

  it('lets a held job reach paper only through a person', () => {
    const ways = JOB_EVENTS.filter((event) => nextJobState('held', event) === 'queued');
    expect(ways).toEqual(['release', 'move']);
  });

  it('never leaves a final state', () => {
    for (const state of ['printed', 'sent', 'discarded'] satisfies JobState[])
      for (const event of JOB_EVENTS) expect(nextJobState(state, event)).toBeNull();
  });

  it('comes to sending only from the queue, so that every attempt is counted', () => {
    const from = JOB_STATES.filter((state) =>
      JOB_EVENTS.some((event) => nextJobState(state, event) === 'sending'),
    );
    expect(from).toEqual(['queued']);
  });
});
