// Why rows from the relay are not taken.

/** What came from the relay is not the past of this log, cannot be opened, or is not proven to be this store's. */
export class RowRestoreFailed extends Error {
  readonly why: 'broken' | 'wrong-code' | 'unproven';
  constructor(why: 'broken' | 'wrong-code' | 'unproven', message: string) {
    super(message);
    this.why = why;
  }
}
