import { describe, expect, it } from 'vitest';
import { ChannelError } from './channel-error.ts';
import { deliver, fakePrinter, times } from '../testing/fake-printer.ts';
import { createConversation, newHabits } from './conversation.ts';

it('an error of ours inside a delivery is thrown on, and never told as trouble of the printer', async () => {
  const printer = fakePrinter({ status: [0x12, 0x12], done: true });
  const bug = new TypeError('x is not a function');
  printer.channel.write = () => Promise.reject(bug);
  await expect(deliver(printer, newHabits())).rejects.toBe(bug);
  printer.channel.write = () => Promise.reject(new ChannelError('10.0.0.2:9100 recusou a conexão'));
  expect(await deliver(printer, newHabits())).toMatchObject({
    outcome: 'not-sent',
    trouble: { message: '10.0.0.2:9100 recusou a conexão' },
  });
});

describe('a delivery', () => {
  it('is confirmed by a printer that tells when the ticket is out', async () => {
    const habits = newHabits();
    const delivery = await deliver(fakePrinter({ status: [0x12, 0x12], done: true }), habits);
    expect(delivery).toMatchObject({ outcome: 'done', confirmed: true });
    expect(habits).toMatchObject({ status: 'answers', done: 'tells' });
  });

  it('is unconfirmed by one that answers for its paper only, which is not asked for more the next time', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ status: [0x12, 0x12] });
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'done', confirmed: false });
    await deliver(printer, habits);
    expect(printer.sent[0]?.toString('latin1')).toContain('(H');
    expect(printer.sent[1]?.toString('latin1')).not.toContain('(H');
  });

  it('does not begin without paper, off line, or after a no', async () => {
    for (const status of [
      [0x1a, 0x72],
      [0x1a, 0x12],
    ]) {
      const printer = fakePrinter({ status, done: true });
      expect(await deliver(printer, newHabits())).toMatchObject({ outcome: 'not-sent' });
      expect(printer.sent).toEqual([]);
    }
    const printer = fakePrinter({ status: [0x12, 0x12], done: true });
    expect(await deliver(printer, newHabits(), () => false)).toEqual({ outcome: 'withdrawn' });
    expect(printer.sent).toEqual([]);
  });

  it('does not begin with one that hangs up when it is asked, and says that nothing was printed', async () => {
    const printer = fakePrinter({});
    printer.end(null);
    expect(await deliver(printer, newHabits())).toEqual({
      outcome: 'not-sent',
      trouble: { kind: 'broken', message: 'desligou antes de imprimir' },
    });
    expect(printer.sent).toEqual([]);
  });

  it('broke when a printer that tells says nothing any more, and what it has not read is taken back', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ status: [0x12, 0x12], done: true });
    await deliver(printer, habits);
    printer.nature.done = false;
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'broke' });
    expect(printer.left()).toBe('dropped');
  });

  it('broke when the paper ends in the middle of it', async () => {
    const printer = fakePrinter({ status: [0x12, 0x12] });
    const delivery = deliver(printer, newHabits(), () => {
      printer.nature.status = [0x1a, 0x72];
      return true;
    });
    expect(await delivery).toMatchObject({ outcome: 'broke', trouble: { kind: 'paper-out' } });
  });

  it('broke when the line does while it is written: some of it may be on paper, so that nobody sends it again unasked', async () => {
    const printer = fakePrinter({ status: [0x12, 0x12], done: true });
    const { write } = printer.channel;
    printer.channel.write = (bytes) =>
      printer.questions() === 0 ? write(bytes) : Promise.reject(new ChannelError('10.0.0.2:9100 parou'));
    expect(await deliver(printer, newHabits())).toMatchObject({
      outcome: 'broke',
      trouble: { kind: 'broken', message: '10.0.0.2:9100 parou' },
    });
    expect(printer.left()).toBe('dropped');
  });

  it('broke when the printer hangs up in the middle of it', async () => {
    for (const status of [[0x12, 0x12], []]) {
      const printer = fakePrinter({ status });
      const delivery = deliver(printer, newHabits(), () => {
        printer.end(null);
        return true;
      });
      expect(await delivery).toMatchObject({ outcome: 'broke' });
    }
  });
});

describe('a printer that never says anything', () => {
  it('but stood ready has stalled when it falls silent in the middle of a ticket', async () => {
    const printer = fakePrinter({ status: [0x12, 0x12] });
    const delivery = deliver(printer, newHabits(), () => {
      printer.nature.status = [];
      return true;
    });
    expect(await delivery).toMatchObject({
      outcome: 'broke',
      trouble: { kind: 'silent', message: 'parou de responder no meio da impressão' },
    });
  });

  it('but has answered before is not believed on a person’s word that paper came', async () => {
    const habits = newHabits(true);
    const printer = fakePrinter({ status: [0x12, 0x12], done: true, hangsUp: false });
    await deliver(printer, habits);
    Object.assign(printer.nature, { status: [], done: false });
    await deliver(printer, habits);
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'broke', trouble: { kind: 'silent' } });
  });

  it('is asked again only where somebody insists', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ hangsUp: true });
    await deliver(printer, habits);
    printer.nature.status = [0x12, 0x12];
    const { condition } = createConversation(printer.channel, habits, times);
    expect(await condition()).toBeNull();
    expect(await condition(true)).toEqual({ offline: false, paperOut: false, paperLow: false });
    expect(habits.status).toBe('answers');
  });

  it('needs no person’s eyes any more once it says how it is', async () => {
    const habits = newHabits(true);
    const printer = fakePrinter({ hangsUp: false });
    await deliver(printer, habits);
    expect(habits.unproven).toBe(true);
    printer.nature.status = [0x12, 0x12];
    await createConversation(printer.channel, habits, times).condition(true);
    expect(habits.unproven).toBe(false);
  });

  it('is believed when it hangs up after taking everything, and costs no wait for its status again', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ hangsUp: true });
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'done', confirmed: false });
    expect(printer.questions()).toBe(1);
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'done' });
    expect(printer.questions()).toBe(1);
  });

  it('is believed on a device that cannot answer', async () => {
    const printer = fakePrinter({ answers: false, hangsUp: null });
    expect(await deliver(printer, newHabits())).toMatchObject({ outcome: 'done', confirmed: false });
  });

  it('has stalled when it does not hang up as it used to', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ hangsUp: true });
    await deliver(printer, habits);
    printer.nature.hangsUp = false;
    for (let count = 0; count < 5; count += 1)
      expect(await deliver(printer, habits)).toMatchObject({ outcome: 'broke' });
  });

  it('is never believed when it does not hang up either, however often it is tried', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ hangsUp: false });
    for (let count = 0; count < 10; count += 1)
      expect(await deliver(printer, habits)).toMatchObject({
        outcome: 'broke',
        trouble: { kind: 'unproven', message: expect.stringContaining('confira o papel') },
      });
    expect(printer.left()).toBe('dropped');
    expect(habits.unproven).toBe(true);
  });

  it('is believed where a person has seen its paper, until it shows that it can do more than that', async () => {
    const habits = newHabits(true);
    const printer = fakePrinter({ hangsUp: false });
    expect(await deliver(printer, habits)).toMatchObject({
      outcome: 'done',
      confirmed: false,
      unproven: true,
    });
    expect(printer.left()).toBe('open');
    printer.nature.hangsUp = true;
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'done', unproven: false });
    printer.nature.hangsUp = false;
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'broke', trouble: { kind: 'silent' } });
  });

  it('but has answered before is in trouble: the first time nothing is sent, and without hanging up it is never believed', async () => {
    const habits = newHabits();
    const printer = fakePrinter({ status: [0x12, 0x12], done: true, hangsUp: false });
    await deliver(printer, habits);
    Object.assign(printer.nature, { status: [], done: false });
    const outcomes = [];
    for (let count = 0; count < 6; count += 1) outcomes.push((await deliver(printer, habits)).outcome);
    expect(outcomes).toEqual(['not-sent', 'broke', 'broke', 'broke', 'broke', 'broke']);
    Object.assign(printer.nature, { status: [0x12, 0x12], done: true });
    expect(await deliver(printer, habits)).toMatchObject({ outcome: 'done', confirmed: true });
  });
});

it('[43] a printer that says without end how it is fills no memory, and gets its ticket', async () => {
  const printer = fakePrinter({ status: [0x12, 0x12], done: true });
  const { write } = printer.channel;
  let tell: (bytes: Uint8Array) => void = () => undefined;
  const { onBytes } = printer.channel;
  printer.channel.onBytes = (listener) => {
    tell = listener;
    onBytes(listener);
  };
  let grownBytes = 0;
  printer.channel.write = (bytes) => {
    const before = process.memoryUsage().heapUsed;
    const chatter = new Uint8Array(1024 * 1024).fill(0x12);
    for (let said = 0; said < 16; said += 1) tell(chatter);
    grownBytes = Math.max(grownBytes, process.memoryUsage().heapUsed - before);
    return write(bytes);
  };
  expect(await deliver(printer, newHabits())).toMatchObject({ outcome: 'done', confirmed: true });
  // Kept, they would be eight bytes each.
  expect(grownBytes).toBeLessThan(64 * 1024 * 1024);
});
