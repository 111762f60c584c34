// The picture that is shared: what is drawn on it, where, and in whose words. How it looks is for the browser tests.
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { Cup } from '../../ui/cup.tsx';
import { drawPicture } from './share-picture.ts';

type Drawn = { what: string; at: number[] };
let drawn: Drawn[];
let loaded: string[];
let size: { naturalWidth: number; naturalHeight: number };
const blob = new Blob(['x'], { type: 'image/png' });

beforeEach(() => {
  drawn = [];
  loaded = [];
  size = { naturalWidth: 800, naturalHeight: 600 };
});
afterEach(async () => {
  await closeScreen();
  vi.restoreAllMocks();
});

/** Draws it on a canvas that writes down what it is given; a letter is forty pixels wide. */
async function draw(
  changes: Partial<Parameters<typeof drawPicture>[0]> = {},
  kept: Blob | null = blob,
  fontsReady: Promise<unknown> = Promise.resolve(),
) {
  const content = { shape: 'copo', base: '#4b1d5e', iceCreams: [], toppings: [] } as const;
  const page = await openScreen(createElement(Cup, { content, label: '' }));
  const ignore = () => {};
  const pen = {
    font: '',
    fillStyle: '',
    textAlign: '',
    ...{ fillRect: ignore, beginPath: ignore, arc: ignore, fill: ignore, save: ignore, restore: ignore },
    roundRect: (...at: number[]) => void drawn.push({ what: 'frame', at }),
    clip: ignore,
    measureText: (text: string) => ({ width: text.length * 40 }),
    fillText: (what: string, ...at: number[]) => void drawn.push({ what, at }),
    drawImage: (_image: object, ...at: number[]) => void drawn.push({ what: 'image', at }),
  };
  const make = document.createElement.bind(document);
  const canvas = Object.assign(make('p'), {
    width: 0,
    height: 0,
    getContext: () => pen,
    toBlob: vi.fn<(done: (blob: Blob | null) => void, type: string) => void>((done) => done(kept)),
  });
  vi.spyOn(document, 'createElement').mockImplementation((tag: string) =>
    tag === 'canvas' ? canvas : make(tag),
  );
  class Picture {
    naturalWidth = size.naturalWidth;
    naturalHeight = size.naturalHeight;
    src = '';
    async decode(): Promise<void> {
      loaded.push(this.src);
    }
  }
  vi.stubGlobal('Image', Picture);
  vi.stubGlobal('DOMParser', page.window.DOMParser);
  vi.stubGlobal('XMLSerializer', page.window.XMLSerializer);
  vi.stubGlobal('getComputedStyle', () => ({
    color: 'rgb(1, 2, 3)',
    fill: 'red',
    stroke: 'blue',
    fontFamily: 'Baloo',
  }));
  vi.stubGlobal(
    'fetch',
    async () => new Response('<svg xmlns="http://www.w3.org/2000/svg"><g id="copo"/></svg>'),
  );
  Object.defineProperty(document, 'fonts', { value: { ready: fontsReady }, configurable: true });
  const [cup] = page.all('svg') as SVGSVGElement[];
  if (cup === undefined) throw new Error('no cup is drawn');
  const picture = await drawPicture({
    title: 'Açaí Pequeno',
    line: 'Ninho',
    shop: 'Açaí da Praça',
    cup,
    photo: null,
    ...changes,
  });
  return { picture, canvas };
}
const words = (): string[] => drawn.filter(({ at }) => at.length === 3).map(({ what }) => what);

it('is a PNG as tall as a feed shows it, with the item above and the shop at its foot', async () => {
  const { picture, canvas } = await draw();
  expect(picture).toBe(blob);
  expect([canvas.width, canvas.height]).toEqual([1_080, 1_350]);
  expect(canvas.toBlob.mock.calls.map(([, type]) => type)).toEqual(['image/png']);
  expect(words()).toEqual(['Açaí Pequeno', 'Ninho', 'Açaí da Praça']);
  const lines = drawn.filter(({ at }) => at.length === 3).map(({ at }) => at);
  // In the middle of 1080, within margins of 90, one below the other, and within 1350.
  expect(lines.map(([left, , most]) => [left, most])).toEqual([
    [540, 900],
    [540, 900],
    [540, 900],
  ]);
  const tops = lines.map(([, top = 0]) => top);
  expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b));
  expect(tops.at(-1)).toBeLessThan(1_350);
});

it('has two lines of its name and three of what was chosen at most, and no line where nothing was', async () => {
  await draw({ title: 'Um nome que não cabe em uma linha e nem em duas linhas', line: '' });
  expect(words()).toHaveLength(3);
  expect(words()[1]).toMatch(/ …$/);
  drawn = [];
  await draw({ line: Array.from({ length: 30 }, () => 'Banana').join(' · ') });
  expect(words()).toHaveLength(1 + 3 + 1);
});

it('has the drawn cup by itself: with its parts and colours in it, and no address of the page', async () => {
  await draw();
  expect(drawn.filter(({ what }) => what === 'image').map(({ at }) => at.length)).toEqual([4]);
  const [source = ''] = loaded;
  const svg = decodeURIComponent(source.replace('data:image/svg+xml,', ''));
  expect(svg).toContain('<g id="copo"');
  expect(svg).toMatch(/href="#copo"/);
  expect(svg).not.toMatch(/href="[^#"]/);
  expect(svg).not.toContain('class=');
  expect(svg).toMatch(/width="800" height="1024"/);
});

it.each([
  [800, 600, [100, 0, 600, 600]],
  [600, 800, [0, 100, 600, 600]],
])('of a photo of %i × %i it has the square in the middle', async (naturalWidth, naturalHeight, from) => {
  size = { naturalWidth, naturalHeight };
  await draw({ photo: '/api/images/foto?w=960' });
  expect(loaded).toEqual(['/api/images/foto?w=960']);
  const [image] = drawn.filter(({ what }) => what === 'image');
  expect(image?.at.slice(0, 4)).toEqual(from);
  // Where it was cut out for it.
  expect(image?.at.slice(4)).toEqual(drawn.find(({ what }) => what === 'frame')?.at.slice(0, 4));
});

it('is written in the shop’s own letters, for which it waits', async () => {
  const fonts = Promise.withResolvers<void>();
  const drawing = draw({}, blob, fonts.promise);
  await vi.waitUntil(() => drawn.length > 0, { timeout: 60_000 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(words()).toEqual([]);
  fonts.resolve();
  await drawing;
  expect(words()).toHaveLength(3);
});

it('that the browser cannot keep is none', async () => {
  await expect(draw({}, null)).rejects.toThrow('the picture could not be kept');
});
