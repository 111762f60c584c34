import { expect, it } from 'vitest';
import { oneMessage } from './one-message.ts';

it('sends what is written in one go as one message, in order, and says when it is gone', () => {
  const sent: Uint8Array[] = [];
  let isDone = false;
  const { writev } = oneMessage((bytes, done) => {
    sent.push(bytes.slice());
    done();
  });
  writev([{ chunk: Uint8Array.of(1, 2) }, { chunk: Uint8Array.of() }, { chunk: Uint8Array.of(3) }], () => {
    isDone = true;
  });
  expect(sent).toEqual([Uint8Array.of(1, 2, 3)]);
  expect(isDone).toBe(true);
});

it('sends a short message after a long one, and a long one after that, without a byte of another', () => {
  const sent: Uint8Array[] = [];
  const { writev } = oneMessage((bytes, done) => {
    sent.push(bytes.slice());
    done();
  });
  const messages = [
    Uint8Array.of(1, 2, 3, 4),
    Uint8Array.of(5),
    Uint8Array.of(6, 7),
    Uint8Array.of(8, 9, 10),
  ];
  for (const chunk of messages) writev([{ chunk }], () => undefined);
  expect(sent).toEqual(messages);
});
