import { expect, it } from 'vitest';
import { Wake, type Topic } from './wake.ts';

it('wakes everybody who follows, once, after what runs has ended, and nobody who follows no more', async () => {
  const wake = new Wake();
  const woken: string[] = [];
  const follow = (name: string, topic: Topic): (() => void) => wake.on(topic, () => woken.push(name));
  follow('board', 'log');
  follow('relay', 'log');
  follow('printers', 'print');
  const forget = follow('gone', 'log');
  forget();
  for (let time = 0; time < 2; time += 1) wake.notify('log');
  expect(woken).toEqual([]);
  await Promise.resolve();
  expect(woken).toEqual(['board', 'relay']);
  wake.notify('print');
  await Promise.resolve();
  expect(woken).toEqual(['board', 'relay', 'printers']);
});

it('wakes in turn whom a woken one tells, of another matter and of the same', async () => {
  const wake = new Wake();
  const woken: string[] = [];
  let isFirst = true;
  wake.on('log', () => {
    woken.push('sums');
    wake.notify('print');
    if (isFirst) wake.notify('log');
    isFirst = false;
  });
  wake.on('print', () => woken.push('printers'));
  wake.notify('log');
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  expect(woken).toEqual(['sums', 'printers', 'sums', 'printers']);
});
