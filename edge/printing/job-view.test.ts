// How a print job stands in the list: under the number of what it is of, and also where nobody can read it any more.
import { expect, it } from 'vitest';
import { JOB_STATES } from './transitions.ts';
import { viewOf } from './job-view.ts';
import type { Job } from './jobs.ts';
import { writeDocument, type Document } from './receipt/document.ts';
import { SAMPLES } from './receipt/samples.ts';

const jobOf = (content: string, state: Job['state'] = 'queued'): Job =>
  ({ id: 7, printerId: 'p', purpose: 'kitchen', copy: 1, state, content }) as Job;
const namesOf = (document: Document) => {
  const { code, panelNumber, simpleId } = viewOf(jobOf(writeDocument(document)));
  return [code, panelNumber, simpleId];
};

it('is of the order that the ticket or the customer’s slip is of', () => {
  expect(namesOf(SAMPLES.kitchen)).toEqual(['7K2MQ9XWTB', 12, 1042]);
  expect(namesOf(SAMPLES.counter)).toEqual(['7K2MQ9XWTB', 12, 1042]);
});

it('is of the number of a wholesale order or a close, which no panel calls', () => {
  expect(namesOf(SAMPLES.wholesale)).toEqual([null, null, 77]);
  expect(namesOf(SAMPLES.close)).toEqual([null, null, 31]);
});

it('is of no order where it is the code of the first run, or cannot be read', () => {
  expect(namesOf({ kind: 'setup', slip: { code: 'x', address: 'y', atMs: 1 } })).toEqual([null, null, null]);
  expect(viewOf(jobOf('{'))).toMatchObject({ id: 7, code: null, simpleId: null });
});

it('says in words how far it is, and shows nothing of what it holds', () => {
  const shown = JOB_STATES.map((state) => viewOf(jobOf(writeDocument(SAMPLES.kitchen), state)));
  expect(shown.map(({ stateText }) => stateText)).toEqual([
    'na fila',
    'imprimindo',
    'impresso',
    'enviado',
    'aguardando confirmação',
    'falhou',
    'descartado',
  ]);
  expect(shown.every((job) => !('content' in job))).toBe(true);
});
