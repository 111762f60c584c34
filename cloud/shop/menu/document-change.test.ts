import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { changeOf } from './document-change.ts';

const EDITOR = 4711;

it('a change is tried on a copy: nobody sees it before it is saved, and it fits the document then', () => {
  const doc = new Y.Doc();
  doc.getMap('sizes').set('g', 1);
  const update = changeOf(doc, EDITOR, (copy) => {
    copy.getMap('sizes').set('g', Number(copy.getMap('sizes').get('g')) + 1);
  });
  expect(doc.getMap('sizes').get('g')).toBe(1);
  Y.applyUpdate(doc, update ?? new Uint8Array());
  expect(doc.getMap('sizes').get('g')).toBe(2);
});

it('a change bears the name of who makes it here, also the next one', () => {
  const doc = new Y.Doc();
  for (const price of [1, 2])
    Y.applyUpdate(
      doc,
      changeOf(doc, EDITOR, (copy) => void copy.getMap('sizes').set('g', price)) ?? new Uint8Array(),
    );
  expect(doc.getMap('sizes').get('g')).toBe(2);
  expect([...Y.decodeStateVector(Y.encodeStateVector(doc)).keys()]).toEqual([EDITOR]);
});

it('what changes nothing is no change', () => {
  expect(changeOf(new Y.Doc(), EDITOR, () => undefined)).toBeNull();
});
