// What a relay asks of its store over the link, and nobody else may. The messages themselves are the protocol's (`shared/link`).
import { z } from 'zod';
import { AssertionKey } from '../../link/assertion.ts';
import { Checkpoint } from '../../link/changes.ts';
import { OutcomeShape } from '../../link/commands.ts';
import { RemoteEdits } from '../../link/edits.ts';
import { Hello } from '../../link/hello.ts';
import { OrderStates } from '../../link/order-states.ts';
import { ReplicationVerdict, ResyncProgress } from '../../link/recovery.ts';
import { defineContract, pickRefusals } from '../contract.ts';
import { firstOf } from '../first-of.ts';
import { LINK_REFUSALS } from '../refusals/link.ts';

const { problemOf } = LINK_REFUSALS;

export const readHello = defineContract({
  method: 'get',
  path: '/link/hello',
  summary: 'Who this database is, and how far its log goes',
  access: 'link',
  answers: { 200: Hello },
});

export const readOpenStates = defineContract({
  method: 'get',
  path: '/link/states',
  summary: 'How the open orders stand, ahead of the log',
  access: 'link',
  answers: { 200: OrderStates },
});

export const readAssertionKey = defineContract({
  method: 'get',
  path: '/link/assertion-key',
  summary: "What the store's assertions are verified with",
  access: 'link',
  answers: { 200: AssertionKey },
});

export const takeRemoteEdits = defineContract({
  method: 'post',
  path: '/link/edits',
  summary: 'Write into the audit who edited what at the relay while the store was away',
  access: 'link',
  body: RemoteEdits,
  answers: { 204: null },
  malformed: problemOf('malformed-edits'),
});

export const followLog = defineContract({
  method: 'get',
  path: '/link/changes',
  summary: 'The log after a row, and then each new row as it comes; its lines are told in changes.ts',
  access: 'link',
  query: z.object({ after: firstOf(z.coerce.number().int().min(0).default(0)) }),
  answers: { 200: { media: 'application/x-ndjson' } },
  refusals: pickRefusals(LINK_REFUSALS, 'beyond-the-log'),
  malformed: problemOf('beyond-the-log'),
});

export const takeVerdict = defineContract({
  method: 'post',
  path: '/link/restore',
  summary: 'Why the log is not followed, and how far the relay knows it',
  access: 'link',
  body: ReplicationVerdict,
  answers: { 200: ResyncProgress },
  malformed: problemOf('judgement'),
});

export const readResyncProgress = defineContract({
  method: 'get',
  path: '/link/restore',
  summary: 'How much of the past is back',
  access: 'link',
  answers: { 200: ResyncProgress },
});

export const takeCheckpoint = defineContract({
  method: 'put',
  path: '/link/checkpoint',
  summary: 'How far the relay has durably applied the log',
  access: 'link',
  body: Checkpoint,
  answers: { 204: null },
  malformed: problemOf('checkpoint'),
});

export const runCommand = defineContract({
  method: 'post',
  path: '/link/commands',
  summary:
    'Carry a command out, once for its id: `Command` of commands.ts, or of a kind that is not known here yet',
  access: 'link',
  // The inbox tells a kind that it does not know from a known one of the wrong form.
  body: z.unknown(),
  answers: { 200: OutcomeShape },
  refusals: pickRefusals(LINK_REFUSALS, 'malformed-command'),
  malformed: problemOf('malformed-command'),
});
