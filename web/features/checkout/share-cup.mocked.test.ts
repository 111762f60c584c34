// 'Compartilhar': the picture of an order goes to another app, or is kept as a file. How it is drawn is for the browser tests.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleMenu } from '../../cart/sample.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { PlacedOrder } from './placed-order.tsx';
import ShareCup from './share-cup.tsx';
import { drawPicture } from './share-picture.ts';

vi.mock('./share-picture.ts', () => ({ drawPicture: vi.fn<() => Promise<Blob>>() }));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.mocked(drawPicture).mockResolvedValue(new Blob(['x'], { type: 'image/png' }));
});
afterEach(async () => {
  await closeScreen();
  vi.restoreAllMocks();
});

async function share(handOver: ((shared: ShareData) => Promise<void>) | null, size = 1) {
  const sharing = vi.fn<(shared: ShareData) => Promise<void>>(handOver ?? undefined);
  vi.stubGlobal('navigator', handOver === null ? {} : { canShare: () => true, share: sharing });
  const page = await openScreen(
    createElement(ShareCup, {
      title: 'Açaí Pequeno',
      line: 'Açaí · Ninho · Banana',
      cup: { shape: 'copo', size, base: null, iceCreams: [], toppings: [] },
      photo: null,
      shop: 'Açaí da Praça',
    }),
  );
  await page.tap('Compartilhar');
  // Whatever came of it, it may be shared once more.
  expect(page.buttons()).toEqual(['Compartilhar']);
  return {
    shared: sharing.mock.calls.map(([given]) => given),
    kept: (await page.saved()).map(([name]) => name),
    said: page.store.get(toastsAtom).map(({ title }) => title),
  };
}

it('is handed to another app with the cup’s and the shop’s name', async () => {
  const { shared, kept, said } = await share(() => Promise.resolve());
  expect(shared).toMatchObject([
    {
      files: [{ name: 'acai-pequeno.png', type: 'image/png' }],
      text: 'Olha o que eu pedi em Açaí da Praça: Açaí Pequeno!',
    },
  ]);
  expect([kept, said]).toEqual([[], []]);
  expect(drawPicture).toHaveBeenCalledWith(
    expect.objectContaining({ title: 'Açaí Pequeno', line: 'Açaí · Ninho · Banana', shop: 'Açaí da Praça' }),
  );
});

it('put away by the customer there it is not kept', async () => {
  const { kept, said } = await share(() => Promise.reject(new DOMException('', 'AbortError')));
  expect([kept, said]).toEqual([[], []]);
});

it('where nothing can be shared, or the system would not, it is kept as a file', async () => {
  for (const handOver of [null, () => Promise.reject(new Error('no'))]) {
    const { kept, said } = await share(handOver);
    expect([kept, said]).toEqual([['acai-pequeno.png'], ['Imagem salva']]);
  }
});

it('that cannot be drawn is said, and nothing is kept', async () => {
  vi.mocked(drawPicture).mockRejectedValue(new Error('no canvas'));
  const { shared, kept, said } = await share(() => Promise.resolve());
  expect([shared, kept, said]).toEqual([[], [], ['Não deu para fazer a imagem']]);
});

it('is drawn once at a time: until it is there the button is off', async () => {
  const drawn = Promise.withResolvers<Blob>();
  vi.mocked(drawPicture).mockClear().mockReturnValueOnce(drawn.promise);
  vi.stubGlobal('navigator', { canShare: () => true, share: () => Promise.resolve() });
  const cup = { shape: 'copo', base: null, iceCreams: [], toppings: [] } as const;
  const page = await openScreen(
    createElement(ShareCup, { title: 'Açaí Pequeno', line: '', cup, photo: null, shop: undefined }),
  );
  await page.tap('Compartilhar');
  expect(page.buttons()).toEqual(['Compartilhar (off)']);
  await page.when(() => drawn.resolve(new Blob(['png'])));
  expect(page.buttons()).toEqual(['Compartilhar']);
  expect(drawPicture).toHaveBeenCalledTimes(1);
});

it('tried once more says nothing in red of the try before', async () => {
  vi.mocked(drawPicture).mockRejectedValueOnce(new Error('no canvas'));
  vi.stubGlobal('navigator', { canShare: () => true, share: () => Promise.resolve() });
  const cup = { shape: 'copo', base: null, iceCreams: [], toppings: [] } as const;
  const page = await openScreen(
    createElement(ShareCup, { title: 'Açaí Pequeno', line: '', cup, photo: null, shop: undefined }),
  );
  const said = () => page.store.get(toastsAtom).map(({ title }) => title);
  await page.tap('Compartilhar');
  expect(said()).toEqual(['Não deu para fazer a imagem']);
  await page.tap('Compartilhar');
  expect(said()).toEqual([]);
});

it('of an order it is its first item, by its photo where it has one, and the shop is named', async () => {
  const products = sampleMenu.products.map((one) => ({ ...one, image: 'foto' }));
  const { store } = await openShop({ menu: { ...sampleMenu, products } });
  vi.stubGlobal('navigator', {});
  const [sold] = sampleOrder().items;
  const none = { baseName: null, iceCreamName: null, secondaryIceCreamName: null, toppings: [] };
  for (const [first, drawn] of [
    [
      { ...sold!, ...none, productName: 'Banana split' },
      { title: 'Banana split', photo: '/api/images/foto?w=960' },
    ],
    [sold!, { title: 'Açaí Grande', photo: null, line: expect.stringContaining('Açaí · Meio a meio') }],
  ] as const) {
    const order = sampleOrder({
      paymentMethod: 'pix',
      paymentStatus: 'approved',
      status: 'RECEBIDO',
      items: [first, { ...sold!, id: 'b', productName: 'Outra' }],
    });
    const money = { receivedCents: 0, returnedCents: 0, returning: false };
    const view = { access: 'whole', order, ticket: 't', money } as const;
    const page = await openScreen(createElement(PlacedOrder, { view, onEnd: () => undefined }), { store });
    await page.until(() => page.buttons().includes('Compartilhar'));
    await page.tap('Compartilhar');
    expect(drawPicture).toHaveBeenLastCalledWith(
      expect.objectContaining({ ...drawn, shop: 'Açaí da Praça' }),
    );
  }
});

it('a small cup is drawn as large as they come: alone in a picture it would only look far away', async () => {
  await share(null, 0);
  await share(null, 1);
  const drawn = vi
    .mocked(drawPicture)
    .mock.calls.slice(-2)
    .map(([{ cup }]) =>
      [...cup.querySelectorAll('g, path')].map(
        (one) => one.getAttribute('transform') ?? one.getAttribute('d'),
      ),
    );
  expect(drawn[0]).toEqual(drawn[1]);
  expect(drawn[0]?.length).toBeGreaterThan(1);
});
