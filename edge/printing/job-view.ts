// A print job as screens show it: whose it is, said from what it holds.
import type { Job } from './jobs.ts';
import { readDocument, type Document } from './receipt/document.ts';
import { JOB_STATE_TEXTS } from './transitions.ts';

/** A job as screens show it. */
export type JobView = Omit<Job, 'content'> & {
  stateText: string;
  code: string | null;
  panelNumber: number | null;
  simpleId: number | null;
};

/** What a screen shows of a job; its content stays here. */
export function viewOf({ content, ...job }: Job): JobView {
  const ticket = namesIn(content);
  return {
    ...job,
    stateText: JOB_STATE_TEXTS[job.state],
    code: ticket?.code ?? null,
    panelNumber: ticket?.panelNumber ?? null,
    simpleId: ticket?.simpleId ?? null,
  };
}

type Names = Pick<JobView, 'code' | 'panelNumber' | 'simpleId'>;

function namesIn(content: string): Names | null {
  const document = documentIn(content);
  switch (document?.kind) {
    case 'ticket':
      return document.ticket;
    case 'customer':
      return document.slip.ticket;
    case 'wholesale':
      return { code: null, panelNumber: null, simpleId: document.wholesale.orderNumber };
    case 'close':
      return { code: null, panelNumber: null, simpleId: document.close.number };
    case 'setup':
    case 'recovery':
    case undefined:
      return null;
  }
}

/** The content of a job; null when it is unreadable: it must still be listed, so that a person can discard it. */
export function documentIn(content: string): Document | null {
  try {
    return readDocument(content);
  } catch {
    return null;
  }
}
