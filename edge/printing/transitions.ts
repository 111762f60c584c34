// The states of a print job as a full table. Only this table says where a job may go; it never touches a job.

export const JOB_STATES = ['queued', 'sending', 'printed', 'sent', 'held', 'failed', 'discarded'] as const;
export type JobState = (typeof JOB_STATES)[number];

export const JOB_EVENTS = [
  /** Bytes are about to go: from here on paper may have come out. */
  'begin',
  /** The printer itself said that it had finished. */
  'confirmed',
  /** All bytes went, and this printer cannot say more. */
  'unconfirmed',
  /** The attempt failed; there will be another. */
  'broke',
  /** The attempt failed, and it was the last one that is made without a person. */
  'gaveUp',
  /** Found in the middle of an attempt at start: the process or the power went. */
  'interrupted',
  /** The ticket itself cannot be turned into bytes. */
  'unreadable',
  /** Too old, or its printer was switched off in the settings: a person must say yes. */
  'stale',
  /** A person: again, now. */
  'retry',
  /** A person: yes, print the held one ('Imprimir'). */
  'release',
  /** A person, or a cancelled order: never mind ('Descartar'). */
  'discard',
  /** A person: on another printer. */
  'move',
] as const;
export type JobEvent = (typeof JOB_EVENTS)[number];

type Row = Record<JobEvent, JobState | null>;

const nothing: Row = {
  begin: null,
  confirmed: null,
  unconfirmed: null,
  broke: null,
  gaveUp: null,
  interrupted: null,
  unreadable: null,
  stale: null,
  retry: null,
  release: null,
  discard: null,
  move: null,
};

/** Every cell is decided; null is an event that does not apply there and changes nothing. */
export const JOB_TRANSITIONS: Record<JobState, Row> = {
  queued: {
    begin: 'sending',
    confirmed: null,
    unconfirmed: null,
    broke: null,
    gaveUp: null,
    interrupted: null,
    unreadable: 'failed',
    stale: 'held',
    retry: 'queued',
    release: null,
    discard: 'discarded',
    move: 'queued',
  },
  sending: {
    begin: null,
    confirmed: 'printed',
    unconfirmed: 'sent',
    broke: 'queued',
    gaveUp: 'failed',
    interrupted: 'queued',
    unreadable: null,
    stale: null,
    retry: null,
    release: null,
    discard: null,
    move: null,
  },
  held: {
    begin: null,
    confirmed: null,
    unconfirmed: null,
    broke: null,
    gaveUp: null,
    interrupted: null,
    unreadable: null,
    stale: null,
    retry: null,
    release: 'queued',
    discard: 'discarded',
    move: 'queued',
  },
  failed: {
    begin: null,
    confirmed: null,
    unconfirmed: null,
    broke: null,
    gaveUp: null,
    interrupted: null,
    unreadable: null,
    stale: null,
    retry: 'queued',
    release: null,
    discard: 'discarded',
    move: 'queued',
  },
  printed: nothing,
  sent: nothing,
  discarded: nothing,
};

/** Where `event` takes a job, or null when it does not apply. */
export const nextJobState = (state: JobState, event: JobEvent): JobState | null =>
  JOB_TRANSITIONS[state][event];

/** Jobs that can still put something on paper. */
export const OPEN_JOB_STATES = ['queued', 'sending', 'held', 'failed'] as const satisfies JobState[];

/** As screens name them. */
export const JOB_STATE_TEXTS: Record<JobState, string> = {
  queued: 'na fila',
  sending: 'imprimindo',
  printed: 'impresso',
  sent: 'enviado',
  held: 'aguardando confirmação',
  failed: 'falhou',
  discarded: 'descartado',
};
