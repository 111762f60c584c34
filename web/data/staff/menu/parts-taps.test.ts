// 'Acabou' and 'Pausar' at the counter and in the kitchen, prices by volume, and a picture that is chosen: what each sends.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement, useState, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { sampleStore } from '../../../testing/shop.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { loadStoreAtom } from '../../shop.ts';
import { TiersField } from './editor/tiers-field.tsx';
import { typedText, typedTiers } from './editor/tiers.ts';
import { ImageField } from './image-field.tsx';
import { PauseChoice, PauseNotice } from './pause.tsx';
import { SoldOutList } from './sold-out-list.tsx';

describe('what has run out', () => {
  const NOW = Date.parse('2026-11-21T18:20:00-03:00');
  const open = (answers: Answers = {}) => {
    const catalog = sampleCatalog();
    const [banana] = catalog.toppings;
    Object.assign(banana ?? {}, { soldOutUntilMs: NOW + 1 });
    const list = createElement(SoldOutList, { now: NOW });
    return openScreen(createElement('div', null, list, createElement(Toaster)), {
      answers: {
        'GET /api/staff/catalog': catalog,
        'PATCH *': { ...banana, id: 'mel', name: 'Mel', soldOutUntilMs: null },
        ...answers,
      },
    });
  };

  it('is told by one tap: until the day ends, unless another end is chosen', async () => {
    const screen = await open();
    await screen.tap('Mel');
    expect(screen.changes()).toEqual([
      {
        route: 'PATCH /api/staff/catalog/toppings/mel',
        body: { soldOutUntilMs: Date.parse('2026-11-22T04:00:00-03:00') },
      },
    ]);
    expect(screen.words()).toContain('Mel acabou');
    await screen.tap('Por 2 horas');
    await screen.tap('Mel');
    expect(screen.changes()[1]?.body).toEqual({ soldOutUntilMs: NOW + 2 * 3_600_000 });
  });

  it('comes back by one tap', async () => {
    const banana = { id: 'banana', name: 'Banana', soldOutUntilMs: null, active: true };
    const screen = await open({ 'PATCH *': banana });
    await screen.tap('Banana Acabou até 18:20 · toque para voltar');
    expect(screen.changes().map(({ body }) => body)).toEqual([{ soldOutUntilMs: null }]);
    expect(screen.words()).toContain('Banana voltou ao cardápio');
  });

  it('is listed kind by kind, what is active of it', async () => {
    const screen = await open();
    await screen.tap('Bases');
    expect(screen.words()).toContain('Açaí');
    expect(screen.words()).not.toContain('Cupuaçu');
  });

  it('of a kind that has nothing active says so', async () => {
    const screen = await open({
      'GET /api/staff/catalog': () => ({ ...sampleCatalog(), bases: sampleCatalog().bases.slice(1) }),
    });
    expect(screen.words()).not.toContain('Nada ativo aqui.');
    await screen.tap('Bases');
    expect(screen.words()).toContain('Nada ativo aqui.');
  });

  it('and could not be told says why, and may be told again', async () => {
    const screen = await open({ 'PATCH *': refusal(503, 'away', 'A loja não respondeu.') });
    await screen.tap('Mel');
    expect(screen.alerts()).toHaveLength(2);
    const [beside] = screen.all('li:has([role="alert"])');
    expect(beside?.textContent).toBe('MelA loja não respondeu.');
    expect(screen.words()).not.toContain('Mel acabou');
    expect(screen.buttons()).toContain('Mel');
  });
});

it('what could not be told to have run out is not said to have failed while it is told again', async () => {
  let sent = 0;
  const list = createElement(SoldOutList, { now: 0 });
  const screen = await openScreen(createElement('div', null, list, createElement(Toaster)), {
    answers: {
      'GET /api/staff/catalog': sampleCatalog(),
      'PATCH *': () =>
        (sent += 1) === 1 ? refusal(503, 'away', 'A loja não respondeu.') : new Promise(() => undefined),
    },
  });
  await screen.tap('Mel');
  expect(screen.alerts()).toHaveLength(2);
  await screen.tap('Mel');
  expect(screen.alerts()).toEqual([]);
});

describe('a pause', () => {
  it('is told for so long, and the shop is read anew: its screens say so at once', async () => {
    const onClose = vi.fn<() => void>();
    const screen = await openScreen(createElement(PauseChoice, { now: 0, onClose }), {
      answers: { 'POST /api/staff/pause': { pausedUntilMs: 1_200_000 }, 'GET /api/store': sampleStore },
    });
    await screen.tap('20 min');
    expect(screen.sent.map(({ route, body }) => [route, body])).toEqual([
      ['POST /api/staff/pause', { minutes: 20 }],
      ['GET /api/store', undefined],
    ]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('that could not be told says why beside its buttons, and stays open', async () => {
    const onClose = vi.fn<() => void>();
    const screen = await openScreen(createElement(PauseChoice, { now: 0, onClose }), {
      answers: { 'POST /api/staff/pause': refusal(503, 'away', 'A loja não respondeu.') },
    });
    await screen.tap('20 min');
    expect(screen.alerts()).toEqual(['A loja não respondeu.']);
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('a pause that is on', () => {
  const open = async (part: typeof PauseChoice | typeof PauseNotice, answer: unknown) => {
    const onClose = vi.fn<() => void>();
    const store = createStore();
    const shown = createElement(
      'div',
      null,
      createElement(part, { now: 0, onClose }),
      createElement(Toaster),
    );
    const screen = await openScreen(shown, {
      store,
      answers: {
        'POST /api/staff/pause': answer,
        'GET /api/store': { ...sampleStore, open: { state: 'paused', untilMs: 1_200_000 } },
      },
    });
    await screen.when(() => store.set(loadStoreAtom));
    screen.sent.splice(0);
    return { screen, onClose };
  };

  it.each([
    ['where it is said', PauseNotice, 0],
    ['where it is chosen, which is done then', PauseChoice, 1],
  ])('ends by one tap %s, and the shop is read anew', async (_where, part, closed) => {
    const { screen, onClose } = await open(part, { pausedUntilMs: null });
    await screen.tap('Retomar agora');
    expect(screen.sent.map(({ route, body }) => [route, body])).toEqual([
      ['POST /api/staff/pause', { minutes: null }],
      ['GET /api/store', undefined],
    ]);
    expect(screen.words()).toContain('Pedidos retomados O site volta a receber pedidos agora.');
    expect(onClose).toHaveBeenCalledTimes(closed);
  });

  it('and cannot be ended says why beside the button, and is on', async () => {
    const { screen } = await open(PauseNotice, refusal(503, 'away', 'A loja reinicia.'));
    await screen.tap('Retomar agora');
    expect(screen.words()).toContain('Novos pedidos pausados até 21:20 Retomar agora');
    expect(screen.alerts()).toContain('A loja reinicia.');
    expect(screen.words()).not.toContain('Pedidos retomados');
  });

  it.each([
    ['a moment before its end', 1_199_999, true],
    ['once its time is over, though nobody has asked the shop again', 1_200_000, false],
  ])('%s is said as it is', async (_when, now, isOn) => {
    const store = createStore();
    const part = (which: typeof PauseChoice | typeof PauseNotice) =>
      createElement(which, { key: which.name, now, onClose: () => undefined });
    const screen = await openScreen(createElement('div', null, [part(PauseNotice), part(PauseChoice)]), {
      store,
      answers: { 'GET /api/store': { ...sampleStore, open: { state: 'paused', untilMs: 1_200_000 } } },
    });
    await screen.when(() => store.set(loadStoreAtom));
    expect(screen.words().includes('Novos pedidos pausados')).toBe(isOn);
    expect(screen.buttons().filter((name) => name === 'Retomar agora')).toHaveLength(isOn ? 2 : 0);
  });

  it('says until when it lasts to whoever pauses', async () => {
    const { screen } = await open(PauseChoice, { pausedUntilMs: 1_200_000 });
    await screen.tap('20 min');
    expect(screen.words()).toContain('O site volta a receber pedidos às 21:20, sozinho.');
  });
});

describe('prices by volume', () => {
  const open = async (tiers: { from: string; price: string }[]) => {
    let now = typedText(tiers);
    const Field = () => {
      const [value, setValue] = useState(now);
      now = value;
      return createElement(TiersField, { label: 'Faixas', value, onValue: setValue });
    };
    return { screen: await openScreen(createElement(Field)), now: () => typedTiers(now) };
  };

  it('are typed row by row, each for itself, and taken away', async () => {
    const { screen, now } = await open([{ from: '10', price: '20,00' }]);
    await screen.tap('Adicionar faixa');
    await screen.type('Faixa 2: a partir de (un.)', '50');
    await screen.type('Faixa 2: preço (R$)', '18,00');
    expect(now()).toEqual([
      { from: '10', price: '20,00' },
      { from: '50', price: '18,00' },
    ]);
    await screen.tap('Remover a faixa 1');
    expect(now()).toEqual([{ from: '50', price: '18,00' }]);
  });

  it('are six at most', async () => {
    const { screen } = await open(
      Array.from({ length: 5 }, (_, at) => ({ from: `${at + 2}`, price: '1,00' })),
    );
    await screen.tap('Adicionar faixa');
    expect(screen.buttons().filter((name) => name.startsWith('Remover'))).toHaveLength(6);
    expect(screen.buttons()).not.toContain('Adicionar faixa');
  });
});

describe('a picture', () => {
  type Props = ComponentProps<typeof ImageField>;
  const SEND = 'POST /api/staff/images';
  const open = async (changes: Partial<Props> = {}, answers: Answers = { [SEND]: { hash: 'neu' } }) => {
    const onValue = vi.fn<(hash: string | null) => void>();
    const field = { label: 'Foto', value: null, use: 'product', name: 'Mel', onValue, ...changes } as const;
    return { screen: await openScreen(createElement(ImageField, field), { answers }), onValue };
  };
  const file = (type: string, bytes = 1): File => new File([new Uint8Array(bytes)], 'foto', { type });

  it('is sent for what it is used for, and then is the field’s', async () => {
    const { screen, onValue } = await open();
    await screen.give('Escolher imagem', file('image/png', 5 * 1024 * 1024));
    const sent = screen.changes()[0]?.body as FormData;
    expect([screen.changes()[0]?.route, sent.get('use')]).toEqual([SEND, 'product']);
    expect(onValue).toHaveBeenCalledWith('neu');
  });

  it('may take a minute to be sent, as five megabytes do on a slow line', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const { screen } = await open();
    await screen.give('Escolher imagem', file('image/png'));
    expect(bounds.mock.calls).toEqual([[60_000]]);
    bounds.mockRestore();
  });

  it.each([[null], ['alt']])('that is under way is said to be, where %s stood before', async (value) => {
    const { screen } = await open({ value }, { [SEND]: () => new Promise(() => undefined) });
    const sending = () => screen.all('[role="status"][aria-label="Enviando"]').length;
    expect(sending()).toBe(0);
    const [field] = screen.all('input[type="file"]');
    expect(field?.hasAttribute('disabled')).toBe(false);
    await screen.give(value === null ? 'Escolher imagem' : 'Trocar imagem', file('image/png'));
    expect(sending()).toBe(1);
    expect(field?.hasAttribute('disabled')).toBe(true);
  });

  it('that was refused may be chosen again: the same file is sent anew', async () => {
    const answers: Answers = { [SEND]: refusal(503, 'away', 'A loja não respondeu.') };
    const { screen, onValue } = await open({}, answers);
    const photo = file('image/png');
    await screen.give('Escolher imagem', photo);
    expect(screen.alerts()).toEqual(['A loja não respondeu.']);
    answers[SEND] = { hash: 'neu' };
    await screen.give('Escolher imagem', photo);
    expect(screen.changes()).toHaveLength(2);
    expect(onValue).toHaveBeenCalledWith('neu');
  });

  it('that was sent is shown from here: the site serves it to nobody before the menu names it', async () => {
    const { screen } = await open({ value: 'neu' });
    const shown = () => screen.body.querySelector('img')?.getAttribute('src');
    expect(shown()).toMatch(/neu/);
    await screen.give('Trocar imagem', file('image/png'));
    expect(shown()).toBe('blob:0');
  });

  it.each([
    ['product', 'application/pdf', 1, 'Por favor, selecione apenas arquivos de imagem'],
    ['product', 'image/png', 5 * 1024 * 1024 + 1, 'A imagem deve ter no máximo 5MB'],
    ['logo', 'image/gif', 1, 'Formato não suportado. Use um arquivo PNG, JPG ou SVG.'],
    ['logo', 'image/png', 5 * 1024 * 1024 + 1, 'Arquivo muito grande. A imagem deve ter no máximo 5MB'],
  ] as const)('for a %s of %s with %i bytes is not sent', async (use, type, bytes, said) => {
    const { screen, onValue } = await open({ use });
    await screen.give('Escolher imagem', file(type, bytes));
    expect(screen.alerts()).toEqual([said]);
    expect(screen.changes()).toEqual([]);
    expect(onValue).not.toHaveBeenCalled();
  });

  it('of a product may be adjusted, the logo not; each is taken away', async () => {
    const { screen, onValue } = await open({ value: 'alt' });
    expect(screen.buttons()).toEqual(['Ajustar foto', 'Tirar a imagem']);
    await screen.tap('Tirar a imagem');
    expect(onValue).toHaveBeenCalledWith(null);
    expect((await open({ value: 'alt', use: 'logo' })).screen.buttons()).toEqual(['Restaurar logo padrão']);
  });

  it('that the store refuses is not the field’s', async () => {
    const { screen, onValue } = await open(
      {},
      { [SEND]: refusal(400, 'no-image', 'Isto não é uma imagem.') },
    );
    await screen.give('Escolher imagem', file('image/png'));
    expect(screen.alerts()).toEqual(['Isto não é uma imagem.']);
    expect(onValue).not.toHaveBeenCalled();
  });
});
