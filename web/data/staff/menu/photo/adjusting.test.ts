// A photo that is adjusted in the form of its product: what is sent, and that the next adjustment goes on from the photo as it was.
import { createElement, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../../testing/screen.ts';
import { ImageField } from '../image-field.tsx';

const SEND = 'POST /api/staff/images';
const STORED = '/api/images/alt?w=960';
const seen: string[] = [];
class Photo {
  naturalWidth = 1_600;
  naturalHeight = 1_200;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  set src(address: string) {
    seen.push(address);
    queueMicrotask(() => this.onload?.());
  }
}

const open = async (answers: Answers = {}) => {
  vi.stubGlobal('Image', Photo);
  seen.length = 0;
  const hashes = ['eins', 'zwei'];
  const Field = () => {
    const [value, onValue] = useState<string | null>('alt');
    return createElement(ImageField, { label: 'Foto', value, use: 'product', name: 'Mel', onValue });
  };
  const screen = await openScreen(createElement(Field), {
    answers: { [SEND]: () => ({ hash: hashes.shift() }), [`GET ${STORED}`]: {}, ...answers },
  });
  Object.defineProperty(screen.window.HTMLCanvasElement.prototype, 'toBlob', {
    value: (done: (blob: Blob | null) => void) => done(new Blob(['jpeg'], { type: 'image/jpeg' })),
  });
  const adjust = async () => {
    await screen.tap('Ajustar foto');
    await screen.until(() => screen.buttons().includes('Usar esta foto'));
  };
  const shown = () => screen.body.querySelector('img')?.getAttribute('src');
  return { screen, adjust, shown };
};

it('is sent as a JPEG, and the next adjustment begins with the photo as it was and with what was done to it', async () => {
  const accepted: unknown[] = [];
  const { screen, adjust, shown } = await open({
    [`GET ${STORED}`]: ({ headers }: { headers: object }) => ({ at: accepted.push(headers) }),
  });
  await adjust();
  expect(seen).toEqual([STORED]);
  // Proposed for a photo that nobody has adjusted yet.
  expect(screen.isChecked('Corrigir a luz')).toBe(true);
  await screen.type('Aproximar', '2');
  await screen.tap('Usar esta foto');
  await screen.until(() => shown()?.startsWith('blob:') === true);
  const [{ body } = { body: null }] = screen.changes();
  const file = (body as FormData).get('file') as File;
  expect([(body as FormData).get('use'), file.name, file.type]).toEqual([
    'product',
    'foto.jpg',
    'image/jpeg',
  ]);
  expect(screen.all('dialog[open]')).toEqual([]);
  // As pages get it: others get a PNG of few colours.
  expect(accepted).toEqual([{ accept: 'image/webp' }]);
  await adjust();
  // Not what the store was sent of it: that would lose a second time.
  expect(seen.at(-1)).toMatch(/^blob:/);
  expect(seen.at(-1)).not.toBe(shown());
  expect(screen.valueOf('Aproximar')).toBe('2');
  // It is here already, and asked for once.
  await screen.tap('Usar esta foto');
  await screen.until(() => screen.changes().length === 2);
  expect(screen.sent.flatMap(({ route }) => /^GET (.*(?:blob|alt).*)$/.exec(route)?.[1] ?? [])).toEqual([
    STORED,
  ]);
});

it.each([
  ['is refused', refusal(404, 'not-found', 'Não há.')],
  ['is not answered', new TypeError('Failed to fetch')],
])('goes on from what the store has where the photo as it was %s', async (_how, answer) => {
  const { screen, adjust, shown } = await open({ [`GET ${STORED}`]: answer });
  await adjust();
  await screen.tap('Usar esta foto');
  await screen.until(() => shown()?.startsWith('blob:') === true);
  await adjust();
  expect(seen.at(-1)).toBe(STORED);
});

it('is left as it was: nothing is sent', async () => {
  const { screen, adjust, shown } = await open();
  await adjust();
  await screen.tap('Deixar como está');
  expect(screen.all('dialog[open]')).toEqual([]);
  expect([screen.changes(), shown()]).toEqual([[], '/api/images/alt?w=320']);
});
