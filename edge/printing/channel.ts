// A channel that takes bytes and may answer: what conversations speak over, whatever the printer hangs on.

/** An open way to one printer. At most one exists per printer at a time; whoever opened it closes it. */
export type Channel = {
  /** Hands bytes over; resolves when the system has taken them all, rejects when the channel breaks or stalls. */
  write(bytes: Uint8Array): Promise<void>;
  /** The one who hears what the printer says. */
  onBytes(listener: (bytes: Uint8Array) => void): void;
  /** False where the printer cannot answer at all. */
  readonly answers: boolean;
  /** Resolves when the channel ends without us asking: with the error, or null when the printer hung up. */
  readonly ended: Promise<Error | null>;
  /**
   * Says that nothing more comes and waits up to `waitMs` for the printer to hang up too, which it does once it has
   * taken everything. Answers whether it did, null where there is no hanging up; rejects when it broke off.
   */
  finish(waitMs: number): Promise<boolean | null>;
  /** Lets go at once. Safe to call twice. */
  close(): void;
  /** Lets go and takes back what the printer has not read yet, where that can be: the ticket will be sent again. */
  drop(): void;
};

export type ChannelTimes = { connectMs: number; stallMs: number };
