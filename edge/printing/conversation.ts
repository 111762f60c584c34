// One conversation with a printer: ask whether it can print, send the bytes, wait for the end of printing. Decides how a delivery ended
// from the printer's replies, and remembers which replies this printer gives (`Habits`). Knows nothing of jobs.
import { ChannelError } from './channel-error.ts';
import {
  ASK_STATUS,
  HELLO_ID,
  askDone,
  REPORT_CHANGES,
  conditionOf,
  createReplyReader,
  type PrinterCondition,
} from './replies.ts';
import type { Channel } from './channel.ts';

export type ConversationTimes = {
  /** For an answer to DLE EOT. */
  statusMs: number;
  /** For a first report of the end of printing, from a printer that may have none. */
  doneMs: number;
  /** How long to wait for the end of printing from a printer that reports it, or that is too busy to answer anything. */
  doneMsMax: number;
  /** Between looks at the paper while a ticket is being printed. */
  lookMs: number;
  /** A mute printer that closes the connection within this time did not print the whole ticket. */
  settleMs: number;
  /** For a printer to hang up after us. */
  finishMs: number;
};

export const CONVERSATION_TIMES: ConversationTimes = {
  statusMs: 1000,
  doneMs: 1000,
  doneMsMax: 20_000,
  lookMs: 1000,
  settleMs: 250,
  finishMs: 3000,
};

/** What is known of how one printer answers. Forgotten at a restart, which costs one wait. */
export type Habits = {
  /** Answers DLE EOT. 'silent' did so before and did not the last time: in trouble, until it is silent again. */
  status: 'unknown' | 'answers' | 'silent' | 'mute';
  hasAnswered: boolean;
  /** Answers GS ( H when a ticket is out. */
  done: 'unknown' | 'tells' | 'never';
  /** Has hung up after us, once it had taken everything: all that a mute printer says. */
  hangsUp: boolean;
  /** Gave no sign at all the last time that it was sent a ticket. */
  unproven: boolean;
  /**
   * A person has seen paper come out of it, or is watching now. Nothing else is believed of a printer without any sign: one
   * that takes all bytes and reads none looks the same, however often it is tried.
   */
  paperSeen: boolean;
};

export const newHabits = (paperSeen = false): Habits => ({
  status: 'unknown',
  hasAnswered: false,
  done: 'unknown',
  hangsUp: false,
  unproven: false,
  paperSeen,
});

export type Trouble = { kind: 'paper-out' | 'offline' | 'silent' | 'unproven' | 'broken'; message: string };

export type Delivery =
  /** Nothing of the ticket went. */
  | { outcome: 'not-sent'; trouble: Trouble }
  /** The caller's `begin` said no. */
  | { outcome: 'withdrawn' }
  /** Some of the ticket went, perhaps all. */
  | { outcome: 'broke'; trouble: Trouble }
  /** All went; `confirmed` when the printer said that it has printed, `unproven` when only a person can tell. */
  | {
      outcome: 'done';
      confirmed: boolean;
      unproven: boolean;
      condition: PrinterCondition | null;
      trouble: Trouble | null;
    };

/** It answers, so it is switched on and connected: its cover is open, or somebody has paused it. */
export const OFFLINE: Trouble = { kind: 'offline', message: 'fora de linha: confira a tampa e os botões' };
const SILENT: Trouble = { kind: 'silent', message: 'não responde' };
const STALLED: Trouble = { kind: 'silent', message: 'parou de responder no meio da impressão' };
export const UNPROVEN: Trouble = {
  kind: 'unproven',
  message: 'não deu sinal de ter impresso: confira o papel e faça o teste de impressão',
};
const REFUSED: Trouble = { kind: 'broken', message: 'desligou antes de imprimir' };
const NOTHING = new Uint8Array();
const HUNG_UP: Trouble = { kind: 'broken', message: 'desligou no meio da impressão' };

export function troubleOf(condition: PrinterCondition): Trouble | null {
  if (condition.paperOut) return { kind: 'paper-out', message: 'sem papel' };
  if (condition.offline) return OFFLINE;
  return null;
}

/** The trouble that a channel's error stands for. Throws every other error again: a bug is not the printer's trouble. */
export function readChannelError(error: unknown): Trouble {
  if (!(error instanceof ChannelError)) throw error;
  return { kind: 'broken', message: error.message };
}

const brokenBy = (error: Error): Trouble => ({ kind: 'broken', message: error.message });

export type Conversation = ReturnType<typeof createConversation>;

export function createConversation(channel: Channel, habits: Habits, times: ConversationTimes) {
  let statusBytes: number[] = [];
  let reported: PrinterCondition | null = null;
  let doneTicket: string | null = null;
  /** Ends the pause of `until`, which then looks again. */
  let wake: () => void = () => undefined;
  let channelEnd: Error | 'hung up' | null = null;

  channel.onBytes(
    createReplyReader((reply) => {
      if (reply.kind === 'status') {
        // Two status bytes answer ASK_STATUS; a broken printer may send more without end.
        if (statusBytes.length < 2) statusBytes.push(reply.byte);
      } else if (reply.kind === 'done') {
        doneTicket = reply.id;
        habits.done = 'tells';
      } else reported = reply;
      wake();
    }),
  );
  void channel.ended.then((error) => {
    channelEnd = error ?? 'hung up';
    wake();
  });

  /** Waits until `ready` gives something, the channel ends or the time is over; null in the last two cases. */
  async function waitUntil<T>(find: () => T | null, waitMs: number): Promise<T | null> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const value = find();
      if (value !== null || channelEnd !== null) return value;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) return null;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  async function askStatus(waitMs: number): Promise<PrinterCondition | null> {
    statusBytes = [];
    await channel.write(ASK_STATUS);
    await waitUntil(() => (statusBytes.length >= 2 ? true : null), waitMs);
    const [online, paper] = statusBytes;
    return online === undefined ? null : conditionOf(online, paper);
  }

  /** Asks how the printer is. Null when it does not say; a mute one is asked again only where `insist` is set. */
  async function condition(insist = false): Promise<PrinterCondition | null> {
    if (!channel.answers) habits.status = 'mute';
    // A printer that has answered before is in trouble rather than mute, and may recover: such a printer is always asked.
    const isAsked = channel.answers && (habits.status !== 'mute' || habits.hasAnswered || insist);
    if (!isAsked) return null;
    const answer = await askStatus(times.statusMs);
    if (answer) {
      habits.status = 'answers';
      habits.hasAnswered = true;
      habits.unproven = false;
    } else if (channelEnd === null) habits.status = habits.status === 'answers' ? 'silent' : 'mute';
    return answer;
  }

  /** `ticket` numbers the delivery; `begin` is called once, right before the first byte, and may call it off. */
  async function deliver(bytes: Uint8Array, ticket: string, begin: () => boolean): Promise<Delivery> {
    try {
      const conditionBefore = await condition();
      const trouble = conditionBefore
        ? troubleOf(conditionBefore)
        : habits.status === 'silent'
          ? SILENT
          : null;
      if (trouble) return { outcome: 'not-sent', trouble };
      if (channelEnd !== null)
        return { outcome: 'not-sent', trouble: channelEnd instanceof Error ? brokenBy(channelEnd) : REFUSED };
    } catch (error) {
      return { outcome: 'not-sent', trouble: readChannelError(error) };
    }
    if (!begin()) return { outcome: 'withdrawn' };
    const delivery = await send(bytes, ticket).catch((error: unknown): Delivery => ({
      outcome: 'broke',
      trouble: readChannelError(error),
    }));
    if (delivery.outcome === 'broke') channel.drop();
    return delivery;
  }

  const send = (bytes: Uint8Array, ticket: string): Promise<Delivery> =>
    habits.status === 'mute' ? deliverToMute(bytes) : deliverToTalker(bytes, ticket);

  async function deliverToMute(bytes: Uint8Array): Promise<Delivery> {
    await channel.write(bytes);
    await waitUntil(() => null, times.settleMs);
    if (channelEnd !== null)
      return { outcome: 'broke', trouble: channelEnd instanceof Error ? brokenBy(channelEnd) : HUNG_UP };
    // A printer that accepts all bytes and reads none looks mute too, but does not hang up after `finish`.
    const hungUp = await channel.finish(times.finishMs);
    if (hungUp) habits.hangsUp = true;
    else if (hungUp === false && (habits.hangsUp || habits.hasAnswered))
      return { outcome: 'broke', trouble: STALLED };
    habits.unproven = hungUp === false;
    if (habits.unproven && !habits.paperSeen) return { outcome: 'broke', trouble: UNPROVEN };
    return {
      outcome: 'done',
      confirmed: false,
      unproven: habits.unproven,
      condition: null,
      trouble: null,
    };
  }

  async function deliverToTalker(bytes: Uint8Array, ticket: string): Promise<Delivery> {
    const isAsked = habits.done !== 'never';
    // `askDone` before the ticket, where no printing is waited for, shows at once whether the printer reports at all.
    const reportProbe = habits.done === 'unknown' ? askDone(HELLO_ID) : NOTHING;
    await channel.write(
      Buffer.concat([REPORT_CHANGES, reportProbe, bytes, isAsked ? askDone(ticket) : NOTHING]),
    );
    if (isAsked && (await waitUntilPrinted(ticket))) {
      const conditionAfter = await condition();
      return {
        outcome: 'done',
        confirmed: true,
        unproven: false,
        condition: conditionAfter,
        trouble: conditionAfter ? troubleOf(conditionAfter) : null,
      };
    }
    if (channelEnd !== null)
      return { outcome: 'broke', trouble: channelEnd instanceof Error ? brokenBy(channelEnd) : HUNG_UP };
    const conditionAfter = await condition();
    const trouble = conditionAfter ? troubleOf(conditionAfter) : STALLED;
    if (trouble) return { outcome: 'broke', trouble };
    // The printer is able and idle, yet has not reported the end: where it is one that reports, the ticket is lost.
    if (habits.done === 'tells') return { outcome: 'broke', trouble: STALLED };
    habits.done = 'never';
    return { outcome: 'done', confirmed: false, unproven: false, condition: conditionAfter, trouble: null };
  }

  /** Waits until the printer reports that `ticket` is out, and asks for its paper meanwhile. */
  async function waitUntilPrinted(ticket: string): Promise<boolean> {
    const startMs = performance.now();
    // True once the printer reported the ticket, false once it reported a halt.
    const readVerdict = (): boolean | null =>
      doneTicket === ticket ? true : reported && troubleOf(reported) ? false : null;
    let hasAnswered = false;
    for (;;) {
      const spentMs = performance.now() - startMs;
      const limitMs = habits.done === 'tells' || !hasAnswered ? times.doneMsMax : times.doneMs;
      if (spentMs >= limitMs || channelEnd !== null) return false;
      const verdict = await waitUntil(readVerdict, Math.min(times.lookMs, limitMs - spentMs));
      if (verdict !== null) return verdict;
      if (channelEnd !== null) return false;
      const current = await askStatus(times.lookMs);
      if (doneTicket === ticket) return true;
      hasAnswered ||= current !== null;
      if (current && troubleOf(current)) return false;
    }
  }

  return { condition, deliver };
}
