// One printer at a time: what is known of it ends with its address and its commands, and nobody speaks to it beside another.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../storage/open.ts';
import { newHabits } from './conversation.ts';
import { createPrinterLine } from './printer-line.ts';
import { createPrinters, type Printers } from './printers.ts';
import { WORKER_TIMES } from './worker.ts';

const SETTINGS = {
  name: 'Bar',
  enabled: true,
  transport: { kind: 'tcp', host: '192.168.0.60', port: 9100 },
  columns: 48,
  codePage: 'PC850',
  purposes: ['kitchen'],
};
let printers: Printers;
let id: string;
let others: number;
let line: ReturnType<typeof createPrinterLine>;
beforeEach(() => {
  printers = createPrinters(openDatabase(':memory:', 'edge/storage/migrations'), { simulators: false });
  const saved = printers.save(null, SETTINGS);
  if (!saved.ok) throw new Error('was refused');
  id = saved.value.id;
  others = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  line = createPrinterLine(id, {
    printers,
    simulators: false,
    times: WORKER_TIMES,
    onOther: () => (others += 1),
  });
});
afterEach(() => void vi.useRealTimers());

it.each([
  ['other commands', { family: 'DARUMA', codePage: 'PC860' }],
  ['another address', { transport: { ...SETTINGS.transport, host: '192.168.0.61' } }],
])('what was learned of it is forgotten with %s, and kept with another name', (_what, change) => {
  expect(line.present()).toMatchObject({ id, name: 'Bar' });
  line.learn({ ...newHabits(), status: 'mute' });
  printers.save(id, { ...SETTINGS, name: 'Copa' });
  expect([line.present()?.name, line.habits.status, others]).toEqual(['Copa', 'mute', 1]);
  printers.save(id, { ...SETTINGS, ...change });
  line.present();
  expect([line.habits.status, others]).toEqual([newHabits().status, 2]);
});

it('is nobody to print on while it is off in the settings, and another one once it is on again', () => {
  line.present();
  printers.save(id, { ...SETTINGS, enabled: false });
  expect([line.present(), others]).toEqual([null, 2]);
  printers.save(id, SETTINGS);
  expect([line.present()?.id, others]).toEqual([id, 3]);
});

it('counts as seen to print as soon as a person has said so', () => {
  line.present();
  expect(line.habits.paperSeen).toBe(false);
  printers.sawPaper(id);
  line.present();
  expect(line.habits.paperSeen).toBe(true);
});

it('is spoken to by one after another, also where the one before failed', async () => {
  const began: string[] = [];
  const first = Promise.withResolvers<void>();
  const work = (name: string, end: Promise<void> = Promise.resolve()) =>
    line.exclusive(() => {
      began.push(name);
      return end;
    });
  const job = work('job', first.promise);
  const look = work('look');
  await Promise.resolve();
  expect(began).toEqual(['job']);
  first.reject(new Error('no paper'));
  await expect(job).rejects.toThrow('no paper');
  await look;
  expect(began).toEqual(['job', 'look']);
});

it('that said nothing is asked again after ten minutes, once', () => {
  expect(line.isMuteAgain()).toBe(false);
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(line.isMuteAgain()).toBe(false);
  vi.advanceTimersByTime(1);
  expect([line.isMuteAgain(), line.isMuteAgain()]).toEqual([true, false]);
});
