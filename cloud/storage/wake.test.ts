// Who is woken: the listeners of one store, or of all; where somebody looks at all stores at once, that one in their place.
import { expect, it } from 'vitest';
import { POLLED_TOPICS, Wake, type Topic } from './wake.ts';

function createScene() {
  const wake = new Wake();
  const woken: string[] = [];
  for (const storeId of ['a', 'b'])
    for (const topic of ['link', 'document', 'menu'] as const)
      wake.on(storeId, topic, () => woken.push(`${storeId} ${topic}`));
  return { wake, woken };
}

it('wakes everybody who listens to a topic that is polled, and nobody else', () => {
  const { wake, woken } = createScene();
  wake.deliverAll(POLLED_TOPICS);
  expect(woken.toSorted()).toEqual(['a document', 'a link', 'b document', 'b link']);
});

it.each<Topic>(['orders', 'wholesale', 'outcomes', 'document', 'link'])(
  'looks by itself for what another process wrote and its wake did not tell: %s',
  (topic) => {
    const wake = new Wake();
    let woken = 0;
    wake.on('a', topic, () => void (woken += 1));
    wake.deliverAll(POLLED_TOPICS);
    expect(woken).toBe(1);
  },
);

it('asks once, for all stores, who looks at them at once', () => {
  const { wake, woken } = createScene();
  wake.onAll('link', () => woken.push('all links'));
  wake.deliverAll(POLLED_TOPICS);
  expect(woken.toSorted()).toEqual(['a document', 'all links', 'b document']);
  woken.length = 0;
  wake.deliverAll();
  expect(woken.toSorted()).toEqual(['a document', 'a menu', 'all links', 'b document', 'b menu']);
  woken.length = 0;
  // What is told of one store is for that one.
  wake.deliver('a', 'link');
  expect(woken).toEqual(['a link']);
});
