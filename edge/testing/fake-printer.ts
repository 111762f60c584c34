// A printer at the other end of a channel: what it answers is said at each moment by the test, what it was sent is kept.
import type { Channel } from '../printing/channel.ts';
import { createConversation, type Delivery, type Habits } from '../printing/conversation.ts';

/** Milliseconds that a test can wait. */
export const times = { statusMs: 20, doneMs: 40, doneMsMax: 120, lookMs: 15, settleMs: 5, finishMs: 20 };
type Nature = {
  answers?: boolean;
  /** The answers to one ASK_STATUS. */
  status?: number[];
  done?: boolean;
  hangsUp?: boolean | null;
};

/** A printer that is as `nature` says at the moment; what it was sent and how it was left are kept. */
export function fakePrinter(nature: Nature) {
  const sent: Buffer[] = [];
  let questions = 0;
  const ended = Promise.withResolvers<Error | null>();
  let tell: (bytes: Uint8Array) => void = () => undefined;
  let left: 'open' | 'closed' | 'dropped' = 'open';
  const channel: Channel = {
    answers: nature.answers ?? true,
    ended: ended.promise,
    onBytes: (listener) => (tell = listener),
    write(bytes) {
      const text = Buffer.from(bytes).toString('latin1');
      const isQuestion = text.startsWith('\x10\x04');
      if (isQuestion) questions += 1;
      else sent.push(Buffer.from(bytes));
      queueMicrotask(() => {
        if (isQuestion && nature.status) tell(Uint8Array.from(nature.status));
        if (!nature.done) return;
        for (const [, id = ''] of text.matchAll(/\(H..00(.{4})/gs))
          tell(Buffer.concat([Buffer.from([0x37, 0x22]), Buffer.from(id), Buffer.from([0])]));
      });
      return Promise.resolve();
    },
    finish: () => Promise.resolve(nature.hangsUp ?? null),
    close: () => void (left = 'closed'),
    drop: () => void (left = 'dropped'),
  };
  return { channel, nature, sent, end: ended.resolve, left: () => left, questions: () => questions };
}

export const deliver = (
  printer: ReturnType<typeof fakePrinter>,
  habits: Habits,
  begin = () => true,
  conversationTimes = times,
): Promise<Delivery> =>
  createConversation(printer.channel, habits, conversationTimes).deliver(
    Buffer.from('ticket'),
    'abcd',
    begin,
  );
