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
  const abortController = new AbortController();
  let tail: Promise<unknown> = Promise.resolve();
  let address = '';
  let habits: Habits = newHabits();
  let mutedAt = 0;

  // A printer takes one connection at a time: job, look and test page stand in line.
  function exclusive<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  }

  /** Opens the printer for `work`. An error in opening is thrown as it is; the channel is closed whatever happens. */
  async function converse<T>(
    printer: Printer,
    habitsBefore: Habits,
    work: (conversation: Conversation) => Promise<T>,
  ): Promise<T> {
    const printerChannel = await openPrinter(printer, { simulators, times, signal: abortController.signal });
    // Asked in words that it does not know, it would print them.
    const channel = familyOf(printer.family).answersStatus
      ? printerChannel
      : { ...printerChannel, answers: false };
    const dropChannel = (): void => channel.drop();
    abortController.signal.addEventListener('abort', dropChannel, { once: true });
    try {
      const wasMute = habitsBefore.status === 'mute';
      const outcome = await work(createConversation(channel, habitsBefore, times));
      if (habitsBefore.status === 'mute' && !wasMute) mutedAt = performance.now();
      return outcome;
    } finally {
      abortController.signal.removeEventListener('abort', dropChannel);
      channel.close();
    }
  }

  /** The printer as it is set now; null when it is off in the settings. */
  function present(): Printer | null {
    const printer = printers.byId(printerId);
    const currentAddress = printer?.enabled ? `${printerAddress(printer)} ${printer.family}` : '';
    if (currentAddress !== address) {
      address = currentAddress;
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
    learn(learned: Habits): void {
      habits = learned;
    },
    /** Whether it said nothing for so long that it is asked again; then it counts as asked now. */
    isMuteAgain(): boolean {
      const isOverdue = performance.now() - mutedAt >= times.muteForMs;
      if (isOverdue) mutedAt = performance.now();
      return isOverdue;
    },
    /** Lets what is on its way end for up to `waitMs`, then breaks it off. */
    async close(waitMs: number): Promise<void> {
      const timer = setTimeout(() => abortController.abort(), waitMs);
      await tail;
      clearTimeout(timer);
    },
  };
}
