// The way to one printer: one connection at a time, and what is known by now of how it answers.
import type { ChannelTimes } from './channel.ts';
import {
  createConversation,
  newHabits,
  type Conversation,
  type ConversationTimes,
  type Habits,
} from './conversation.ts';
import { openPrinter } from './printer.ts';
import { printerAddress, type Printer, type Printers } from './printers.ts';
import { familyOf } from './receipt/families.ts';

export function createPrinterLine(
  printerId: string,
  deps: {
    printers: Pick<Printers, 'byId'>;
    simulators: boolean;
    times: ConversationTimes & ChannelTimes & { muteForMs: number };
    /** Another printer stands under this id now, or the same one spoken to otherwise. */
    onOther: () => void;
  },
) {
  const { printers, simulators, times, onOther } = deps;
  const breakOff = new AbortController();
  let tail: Promise<unknown> = Promise.resolve();
  let address = '';
  let habits: Habits = newHabits();
  let mutedAt = 0;

  // A printer takes one connection at a time: job, look and test page stand in line.
  function exclusive<T>(work: () => Promise<T>): Promise<T> {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  }

  /** Opens the printer for `work`. An error in opening is thrown as it is; the channel is closed whatever happens. */
  async function converse<T>(
    printer: Printer,
    known: Habits,
    work: (conversation: Conversation) => Promise<T>,
  ): Promise<T> {
    const opened = await openPrinter(printer, { simulators, times, signal: breakOff.signal });
    // Asked in words that it does not know, it would print them.
    const channel = familyOf(printer.family).answersStatus ? opened : { ...opened, answers: false };
    const drop = (): void => channel.drop();
    breakOff.signal.addEventListener('abort', drop, { once: true });
    try {
      const muteBefore = known.status === 'mute';
      const outcome = await work(createConversation(channel, known, times));
      if (known.status === 'mute' && !muteBefore) mutedAt = performance.now();
      return outcome;
    } finally {
      breakOff.signal.removeEventListener('abort', drop);
      channel.close();
    }
  }

  /** The printer as it is set now; null when it is off in the settings. */
  function present(): Printer | null {
    const printer = printers.byId(printerId);
    const now = printer?.enabled ? `${printerAddress(printer)} ${printer.family}` : '';
    if (now !== address) {
      address = now;
      habits = newHabits();
      onOther();
    }
    habits.paperSeen = printer?.paperSeen ?? false;
    return printer?.enabled ? printer : null;
  }

  return {
    exclusive,
    converse,
    present,
    get habits(): Habits {
      return habits;
    },
    /** What was learned of it by a conversation that a person watched. */
    learn(known: Habits): void {
      habits = known;
    },
    /** Whether it said nothing for so long that it is asked again; then it counts as asked now. */
    isMuteAgain(): boolean {
      const again = performance.now() - mutedAt >= times.muteForMs;
      if (again) mutedAt = performance.now();
      return again;
    },
    /** Lets what is on its way end for up to `waitMs`, then breaks it off. */
    async close(waitMs: number): Promise<void> {
      const limit = setTimeout(() => breakOff.abort(), waitMs);
      await tail;
      clearTimeout(limit);
    },
  };
}
