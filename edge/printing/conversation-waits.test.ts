// How long a printer is waited for, and what goes to it around a ticket.
import { describe, expect, it } from 'vitest';
import { deliver, fakePrinter, times } from '../testing/fake-printer.ts';
import { newHabits } from './conversation.ts';
import { askDone } from './replies.ts';

/** Says these bytes as the printer, in the conversation that is going on then. */
function tellOf(printer: ReturnType<typeof fakePrinter>): (...bytes: number[]) => void {
  let tell: (bytes: Uint8Array) => void = () => undefined;
  const { onBytes } = printer.channel;
  printer.channel.onBytes = (listener) => {
    tell = listener;
    onBytes(listener);
  };
  return (...bytes) => tell(Uint8Array.from(bytes));
}

describe('how long is waited', () => {
  /** Longer than any test may take. */
  const ENDLESS = 600_000;
  const endless = { ...times, statusMs: ENDLESS, doneMs: ENDLESS, doneMsMax: ENDLESS, lookMs: ENDLESS };

  it('is no longer than until the printer has said so, or has hung up', async () => {
    const telling = fakePrinter({ status: [0x12, 0x12], done: true });
    expect(await deliver(telling, newHabits(), () => true, endless)).toMatchObject({ confirmed: true });
    const leaving = fakePrinter({ status: [0x12, 0x12] });
    const begin = (): boolean => {
      setImmediate(() => leaving.end(null));
      return true;
    };
    expect(await deliver(leaving, newHabits(), begin, endless)).toMatchObject({ outcome: 'broke' });
  });

  it('ends with a halt, whether the printer says so by itself or when it is asked', async () => {
    for (const isAsked of [false, true]) {
      const habits = newHabits();
      const printer = fakePrinter({ status: [0x12, 0x12], done: true });
      const hear = tellOf(printer);
      await deliver(printer, habits);
      const begin = (): boolean => {
        Object.assign(printer.nature, { status: [0x1a, 0x72], done: false });
        // GS a: off line, paper end.
        if (!isAsked) setImmediate(() => hear(0x1c, 0, 0x0c, 0));
        return true;
      };
      const patient = isAsked ? { ...endless, lookMs: 15 } : endless;
      expect(await deliver(printer, habits, begin, patient)).toMatchObject({
        outcome: 'broke',
        trouble: { kind: 'paper-out' },
      });
    }
  });

  it('does not end with the word that went before the ticket', async () => {
    const printer = fakePrinter({ status: [0x12, 0x12] });
    const hear = tellOf(printer);
    const begin = (): boolean => {
      setImmediate(() => hear(0x37, 0x22, 0x7e, 0x7e, 0x7e, 0x7e, 0));
      return true;
    };
    expect(await deliver(printer, newHabits(), begin)).toMatchObject({
      outcome: 'broke',
      trouble: { kind: 'silent' },
    });
  });

  it.each([
    ['for one that tells, however often it says how it is meanwhile', [0x12, 0x12]],
    ['for one that is too busy to say how it is', []],
  ])('is long %s', async (_, status) => {
    const habits = newHabits();
    const printer = fakePrinter({ status: [0x12, 0x12], done: true });
    if (status.length > 0) await deliver(printer, habits);
    printer.nature.done = false;
    const { write } = printer.channel;
    let looks = -1;
    printer.channel.write = (bytes) => {
      // The fourth look finds the ticket printed.
      if (looks >= 0 && bytes[0] === 0x10) looks += 1;
      if (looks === 4) printer.nature.done = true;
      return write(looks === 4 ? askDone('abcd') : bytes);
    };
    const begin = (): boolean => {
      printer.nature.status = status;
      looks = 0;
      return true;
    };
    const patient = { ...times, doneMs: 1, doneMsMax: ENDLESS };
    expect(await deliver(printer, habits, begin, patient)).toMatchObject({
      outcome: 'done',
      confirmed: true,
    });
    expect(looks).toBeGreaterThanOrEqual(4);
  });
});

it('a printer that cannot answer and hangs up before it can have printed did not print', async () => {
  const printer = fakePrinter({ answers: false, hangsUp: true });
  const begin = (): boolean => {
    setImmediate(() => printer.end(null));
    return true;
  };
  const patient = { ...times, settleMs: 60_000 };
  expect(await deliver(printer, newHabits(), begin, patient)).toMatchObject({
    outcome: 'broke',
    trouble: { message: 'desligou no meio da impressão' },
  });
});

it('asks for word of each change, and once before the first ticket whether the printer tells of the end', async () => {
  const habits = newHabits();
  const printer = fakePrinter({ status: [0x12, 0x12], done: true });
  await deliver(printer, habits);
  await deliver(printer, habits);
  const [first = '', second = ''] = printer.sent.map((bytes) => bytes.toString('latin1'));
  expect(first).toBe('\x1da\x0f\x1d(H\x06\x0000~~~~ticket\x1d(H\x06\x0000abcd');
  expect(second).toBe('\x1da\x0fticket\x1d(H\x06\x0000abcd');
});
