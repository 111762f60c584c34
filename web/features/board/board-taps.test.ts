// The TV in the shop as people see it: how it is let in, whose number is called last, what it says when it hears nothing more.
import type { TvPanel } from '@balcao/shared/http/tv.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadStoreAtom } from '../../data/shop.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { sampleStore } from '../../testing/shop.ts';
import { Size } from '../../testing/staff-screen.ts';
import { markupOf } from '../../testing/words.ts';
import { QrCode } from '../../ui/staff/qr-code.tsx';
import BoardPage from './board-page.tsx';

const NOW = Date.parse('2026-11-21T18:04:00-03:00');
const PANEL = 'GET /api/tv/panel';
const panel = (changes: Partial<TvPanel> = {}): TvPanel => ({
  now: NOW,
  preparing: [{ id: 'c', number: 14, readyAtMs: null }],
  preparingMore: 0,
  ready: [
    { id: 'b', number: 12, readyAtMs: NOW - 1_000, name: 'Bia' },
    { id: 'a', number: 11, readyAtMs: NOW - 60_000 },
  ],
  readyMore: 0,
  ...changes,
});

/** As a browser's, with the test at its other end. */
class Stream extends EventTarget {
  static opened: Stream[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.opened.push(this);
  }
  close(): void {
    this.readyState = 2;
  }
}

/** A browser that allows no sound before it is touched. */
class NoSound {
  readonly state = 'suspended';
  async resume(): Promise<void> {}
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', NoSound);
  Stream.opened = [];
  vi.stubGlobal('EventSource', Stream);
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    now: NOW,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const part = (screen: Awaited<ReturnType<typeof openScreen>>, name: string): string =>
  (screen.all(`section[aria-label="${name}"]`)[0]?.textContent ?? '(none)').replaceAll(/\s+/g, ' ');
/** What a camera reads in the square: what it is drawn from. */
const squareIn = (screen: Awaited<ReturnType<typeof openScreen>>): string | undefined =>
  screen.all('svg[role="img"] path')[0]?.getAttribute('d') ?? undefined;
const squareOf = (text: string): string | undefined =>
  / d="([^"]*)"/.exec(markupOf(createElement(QrCode, { text, label: '' })))?.[1];
const asks = (screen: Awaited<ReturnType<typeof openScreen>>): number =>
  screen.sent.filter(({ route }) => route === PANEL).length;

/** The store has other numbers by now. */
const tellPanel = (
  screen: Awaited<ReturnType<typeof openScreen>>,
  changes: Partial<TvPanel>,
): Promise<void> =>
  screen.when(() =>
    Stream.opened[0]?.dispatchEvent(new MessageEvent('panel', { data: JSON.stringify(panel(changes)) })),
  );

/** What a browser is given to say. */
class Said {
  readonly text: string;
  lang = '';
  voice?: { lang: string };
  constructor(text: string) {
    this.text = text;
  }
}

describe('a TV that was let in', () => {
  const open = (answers: Answers = {}) =>
    openScreen(createElement(BoardPage), { answers: { [PANEL]: panel(), ...answers } });

  it('shows the last call large, with its name, and both lists', async () => {
    const screen = await open();
    expect(part(screen, 'Última chamada')).toBe('Senha12Bia');
    expect(part(screen, 'Pronto! Pode retirar')).toBe('Pronto! Pode retirar1211');
    expect(part(screen, 'Em preparo')).toBe('Em preparo14');
    expect(screen.words()).not.toContain('Sem conexão');
    expect(screen.words()).toContain('18:04');
  });

  it('has the number as large as its place, and words in its stead as words are', async () => {
    const sizeIn = (screen: Awaited<ReturnType<typeof open>>) =>
      screen.all('section[aria-label="Última chamada"] p')[0]?.getAttribute('style') ?? '';
    expect(sizeIn(await open())).not.toContain('vmin');
    expect(sizeIn(await open({ [PANEL]: panel({ ready: [] }) }))).toContain('font-size: 4.6vmin');
  });

  it('has the number half as high as the screen where it is wide enough, whatever the order is called inside', async () => {
    vi.stubGlobal('ResizeObserver', Size);
    const id = '019a0000-0000-7000-8000-000000000012';
    const screen = await open({ [PANEL]: panel({ ready: [{ id, number: 12, readyAtMs: NOW }] }) });
    const style = screen.all('section[aria-label="Última chamada"] p')[0]?.getAttribute('style') ?? '';
    const [, size] = /font-size: ([\d.]+)px/.exec(style) ?? [];
    // Of the display face figures are 0.72 of its size high.
    expect(Number(size) * 0.72).toBeCloseTo(screen.window.innerHeight / 2);
  });

  it('says where numbers will be while nothing was called', async () => {
    const screen = await open({ [PANEL]: panel({ ready: [] }) });
    expect(part(screen, 'Última chamada')).toContain('Painel de senhas');
    expect(part(screen, 'Última chamada')).toContain('Seu número aparece aqui');
  });

  it('shows eighteen of a list, and how many more there are', async () => {
    const ready = Array.from({ length: 20 }, (_, at) => ({ id: `r${at}`, number: 100 + at, readyAtMs: NOW }));
    const screen = await open({ [PANEL]: panel({ ready, readyMore: 3, preparingMore: 4 }) });
    expect(part(screen, 'Pronto! Pode retirar')).toContain('117e mais 5');
    expect(part(screen, 'Em preparo')).toContain('14e mais 4');
    await tellPanel(screen, { ready: ready.slice(1), readyMore: 0, preparingMore: 0 });
    expect(part(screen, 'Pronto! Pode retirar')).toMatch(/118e mais 1$/);
    expect(part(screen, 'Em preparo')).toBe('Em preparo14');
  });

  it('goes by the store’s clock, not its own', async () => {
    expect((await open({ [PANEL]: panel({ now: NOW + 3_600_000 }) })).words()).toContain('19:04');
  });

  it('hears of changes at once, and takes nothing else for one', async () => {
    const screen = await open();
    const [stream] = Stream.opened;
    expect(stream?.url).toBe('/api/tv/live');
    await tellPanel(screen, { ready: [{ id: 'c', number: 14, readyAtMs: NOW }], preparing: [] });
    expect(part(screen, 'Última chamada')).toBe('Senha14');
    await screen.when(() => stream?.dispatchEvent(new MessageEvent('panel', { data: '{"ping":1}' })));
    expect(part(screen, 'Última chamada')).toBe('Senha14');
  });

  it('has no more numbers in a list than are read from afar, and says how many there are beyond', async () => {
    const many = Array.from({ length: 20 }, (_, at) => ({
      id: `n${at}`,
      number: 30 + at,
      readyAtMs: null,
    }));
    const screen = await open({ [PANEL]: panel({ preparing: many, preparingMore: 4, ready: many }) });
    for (const list of ['Em preparo', 'Pronto! Pode retirar'])
      expect(screen.all(`section[aria-label="${list}"] li`)).toHaveLength(18);
    expect(part(screen, 'Em preparo')).toContain('e mais 6');
    expect(part(screen, 'Pronto! Pode retirar')).toContain('e mais 2');
  });

  it('reads once a minute, for the day turns without an event, on one stream', async () => {
    const screen = await open();
    await screen.later(30_000);
    await screen.when(() => Stream.opened[0]?.dispatchEvent(new Event('ping')));
    expect(asks(screen)).toBe(1);
    await screen.later(30_000);
    expect(asks(screen)).toBe(2);
    expect(Stream.opened.filter(({ readyState }) => readyState !== 2)).toHaveLength(1);
  });

  it('listens no more once it was let go', async () => {
    let known = true;
    const screen = await open({
      [PANEL]: () => (known ? panel() : refusal(401, 'unknown', 'Esta TV não está ligada.')),
      'POST /api/tv/codes': { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW },
      'POST /api/tv/claims': { state: 'waiting' },
    });
    known = false;
    await screen.later(60_000);
    expect(screen.words()).toContain('Ligar esta TV ao painel');
    expect(Stream.opened.filter(({ readyState }) => readyState !== 2)).toEqual([]);
  });

  it('says that it hears nothing, keeps its numbers, and asks again until it does', async () => {
    let there = true;
    const screen = await open({
      [PANEL]: () => (there ? panel() : refusal(503, 'away', 'A loja reinicia.')),
    });
    there = false;
    await screen.when(() => Stream.opened[0]?.dispatchEvent(new Event('error')));
    expect(screen.words()).toContain('Sem conexão com a loja: os números podem estar atrasados.');
    expect(part(screen, 'Última chamada')).toBe('Senha12Bia');
    await screen.later(3_000);
    await screen.later(3_000);
    expect(asks(screen)).toBe(3);
    there = true;
    await screen.later(3_000);
    expect(screen.words()).not.toContain('Sem conexão');
  });

  it('has the last call stand out while it is new, and not one of before it was switched on', async () => {
    const screen = await open();
    const isNew = () => screen.all('section[aria-label="Última chamada"].bg-accent').length === 1;
    expect(isNew()).toBe(false);
    const { ready } = panel();
    await tellPanel(screen, { ready: [{ id: 'c', number: 14, readyAtMs: NOW }, ...ready], preparing: [] });
    expect(isNew()).toBe(true);
    await screen.later(30_000);
    expect(part(screen, 'Última chamada')).toBe('Senha14');
    expect(isNew()).toBe(false);
  });

  /** A voice in the browser: what it was given to say, and whether it was told to be still. */
  const listen = (screen: Awaited<ReturnType<typeof open>>, voices: readonly { lang: string }[] = []) => {
    const said: Said[] = [];
    const stilled = vi.fn<() => void>();
    const speech = { getVoices: () => voices, cancel: stilled, speak: (one: Said) => said.push(one) };
    Object.defineProperty(screen.window, 'speechSynthesis', { value: speech });
    vi.stubGlobal('speechSynthesis', speech);
    vi.stubGlobal('SpeechSynthesisUtterance', Said);
    return {
      said: () => said.map(({ text }) => text),
      languages: () => said.map(({ lang }) => lang),
      voice: () => said[0]?.voice,
      stilled,
    };
  };
  const called = (id: string, number: number) => ({ id, number, readyAtMs: NOW });

  it('says of many at once five, the one that stands as the last call at the end', async () => {
    const screen = await open();
    const { said } = listen(screen);
    const ready = [27, 26, 25, 24, 23, 22, 21].map((number) => called(`n${number}`, number));
    await tellPanel(screen, { ready });
    await screen.later(2_000);
    expect(part(screen, 'Última chamada')).toBe('Senha27');
    expect(said()).toEqual(
      ['três', 'quatro', 'cinco', 'seis', 'sete'].map((figure) => `Senha vinte e ${figure}`),
    );
  });

  it('is chimed first and said after it: the voice does not speak over the bell', async () => {
    const screen = await open();
    const { said } = listen(screen);
    await tellPanel(screen, { ready: [called('n', 27), ...panel().ready] });
    // The third of its notes begins after 0.44 s and sounds for 0.34 s.
    await screen.later(780);
    expect(said()).toEqual([]);
    // Yet whose number it is has not turned away by then.
    await screen.later(1_220);
    expect(said()).toEqual(['Senha vinte e sete']);
  });

  it('is said in Portuguese where the browser has not told which voices it has', async () => {
    const screen = await open();
    const { languages } = listen(screen);
    await tellPanel(screen, { ready: [called('n', 27), ...panel().ready] });
    await screen.later(5_000);
    expect(languages()).toEqual(['pt-BR']);
  });

  it('says whose number it is, in a voice for Portuguese', async () => {
    const screen = await open();
    const { said, voice } = listen(screen, [{ lang: 'en-US' }, { lang: 'pt-PT' }]);
    await tellPanel(screen, { ready: [{ ...called('n', 27), name: 'Ana' }, ...panel().ready] });
    await screen.later(5_000);
    expect(said()).toEqual(['Senha vinte e sete, Ana']);
    expect(voice()?.lang).toBe('pt-PT');
  });

  it('is still at once where somebody says so in the midst of a call', async () => {
    const screen = await open();
    const { said, stilled } = listen(screen);
    await tellPanel(screen, { ready: [called('n', 27), ...panel().ready] });
    await screen.tap('Chamar sem som');
    expect(stilled).toHaveBeenCalled();
    await screen.later(5_000);
    expect(said()).toEqual([]);
  });

  it('lets each number stand out for a while of its own, and no other one', async () => {
    const screen = await open();
    const lit = () =>
      screen
        .all('section[aria-label="Pronto! Pode retirar"] li')
        .filter(({ classList }) => classList.contains('bg-accent'))
        .map((one) => one.textContent);
    expect(lit()).toEqual([]);
    await tellPanel(screen, { ready: [called('n', 27), ...panel().ready] });
    expect(lit()).toEqual(['27']);
    await screen.later(8_000);
    await tellPanel(screen, { ready: [called('o', 28), called('n', 27), ...panel().ready] });
    expect(lit()).toEqual(['28', '27']);
    await screen.later(8_000);
    expect(lit()).toEqual(['28']);
    await screen.later(8_000);
    expect(lit()).toEqual([]);
  });

  it('is called once more where it is ready once more', async () => {
    const screen = await open();
    const { said } = listen(screen);
    const isNew = () => screen.all('section[aria-label="Última chamada"].bg-accent').length === 1;
    const { ready } = panel();
    for (const times of [1, 2]) {
      await tellPanel(screen, { ready: [called('n', 27), ...ready] });
      expect(isNew()).toBe(true);
      await screen.later(30_000);
      expect(said()).toEqual(Array.from({ length: times }, () => 'Senha vinte e sete'));
      // Somebody took it back to the kitchen.
      await tellPanel(screen, { ready });
      expect([isNew(), said().length]).toEqual([false, times]);
    }
  });

  it('is called without a sound where somebody says so, also tomorrow', async () => {
    const device = stubStorage();
    const screen = await open();
    await screen.tap('Chamar sem som');
    expect(screen.words()).toContain('Chamada sem som');
    expect(screen.buttons()).toContain('Chamar sem som (pressed)');
    const tomorrow = await open();
    expect(tomorrow.words()).toContain('Chamada sem som');
    const { said } = listen(tomorrow);
    await tellPanel(tomorrow, { ready: [called('n', 27), ...panel().ready] });
    await tomorrow.later(5_000);
    expect(said()).toEqual([]);
    await tomorrow.tap('Chamar sem som');
    expect(tomorrow.words()).not.toContain('Chamada sem som');
    expect(device.size).toBeGreaterThan(0);
    expect((await open()).words()).not.toContain('Chamada sem som');
  });

  it('is dark until somebody wants it bright, and its button says which comes next', async () => {
    const screen = await open();
    const theme = () => screen.window.document.documentElement.dataset['theme'];
    const dark = theme();
    expect(dark).toBe('acai-noite');
    expect(screen.buttons()).toContain('Usar cores claras');
    await screen.tap('Usar cores claras');
    expect(theme()).not.toBe(dark);
    expect(screen.buttons()).toContain('Usar cores escuras');
    await screen.tap('Usar cores escuras');
    expect(theme()).toBe(dark);
  });
});

describe('a TV that nobody let in', () => {
  it.each([401, 403, 404])('(%i) shows a code, and the panel once it was typed', async (status) => {
    let known = false;
    const screen = await openScreen(createElement(BoardPage), {
      answers: {
        [PANEL]: () => (known ? panel() : refusal(status, 'unknown', 'Esta TV não está ligada.')),
        'POST /api/tv/codes': { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW },
        'POST /api/tv/claims': () => ({ state: known ? 'paired' : 'waiting' }),
      },
    });
    expect(screen.words()).toContain('Ligar esta TV ao painel');
    known = true;
    await screen.later(2_000);
    await screen.later(2_000);
    expect(part(screen, 'Última chamada')).toBe('Senha12Bia');
  });
});

it('a TV that waits to be let in has another code once its own ran out', async () => {
  const codes = ['ABC123', 'DEF456'];
  const screen = await openScreen(createElement(BoardPage), {
    answers: {
      [PANEL]: refusal(401, 'unknown', 'Esta TV não está ligada.'),
      'POST /api/tv/codes': () => ({
        code: codes.shift(),
        claim: 'x'.repeat(24),
        expiresAtMs: NOW + 600_000,
        now: NOW,
      }),
      'POST /api/tv/claims': () =>
        codes.length > 0 ? refusal(410, 'gone', 'O código não vale mais.') : { state: 'waiting' },
    },
  });
  expect(screen.words()).toContain('ABC 123');
  expect(screen.window.document.documentElement.dataset['theme']).toBe('acai-noite');
  // The square has the administrator's own page open, with the code in it.
  expect(squareIn(screen)).toBe(squareOf('http://loja.local/admin/configuracoes/tv?codigo=ABC123'));
  await screen.later(2_000);
  await screen.later(2_000);
  expect(screen.words()).toContain('DEF 456');
  // It is heard all the while.
  expect(screen.words()).not.toContain('Sem conexão');
});

it('a TV whose code ran out has heard the store, and says nothing else while the next one is on its way', async () => {
  let codes = 0;
  const screen = await openScreen(createElement(BoardPage), {
    answers: {
      [PANEL]: refusal(401, 'unknown', 'Esta TV não está ligada.'),
      'POST /api/tv/codes': () =>
        (codes += 1) === 1
          ? { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW }
          : new Promise(() => undefined),
      'POST /api/tv/claims': refusal(410, 'gone', 'O código não vale mais.'),
    },
  });
  await screen.later(2_000);
  await screen.later(2_000);
  expect(codes).toBe(2);
  expect(screen.words()).not.toContain('Sem conexão');
});

it.each([
  ['was let in', { [PANEL]: panel() }],
  [
    'waits to be let in',
    {
      [PANEL]: refusal(401, 'unknown', 'Esta TV não está ligada.'),
      'POST /api/tv/codes': { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW },
      'POST /api/tv/claims': { state: 'waiting' },
    },
  ],
])('a TV that %s, and is put to another page, asks and hears nothing more', async (_, answers) => {
  const Screen = () => {
    const [away, setAway] = useState(false);
    const leave = createElement('button', { onClick: () => setAway(true) }, 'Outra página');
    return createElement('div', null, leave, !away && createElement(BoardPage));
  };
  const screen = await openScreen(createElement(Screen), { answers: { ...answers } });
  await screen.later(2_000);
  await screen.tap('Outra página');
  const before = screen.sent.length;
  expect(before).toBeGreaterThan(0);
  await screen.later(120_000);
  expect(screen.sent).toHaveLength(before);
  expect(Stream.opened.filter(({ readyState }) => readyState !== 2)).toEqual([]);
});

it('a TV that waits to be let in says while it hears nothing, and no more once it does', async () => {
  let there = true;
  const screen = await openScreen(createElement(BoardPage), {
    answers: {
      [PANEL]: refusal(401, 'unknown', 'Esta TV não está ligada.'),
      'POST /api/tv/codes': { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW },
      'POST /api/tv/claims': () => (there ? { state: 'waiting' } : refusal(503, 'away', 'A loja reinicia.')),
    },
  });
  there = false;
  await screen.later(2_000);
  expect(screen.words()).toContain('Sem conexão com a loja. A TV tenta de novo sozinha.');
  there = true;
  await screen.later(6_000);
  expect(screen.words()).not.toContain('Sem conexão');
  expect(screen.words()).toContain('ABC 123');
});

it.each([
  ['its code', 'POST /api/tv/codes'],
  ['whether it was typed', 'POST /api/tv/claims'],
  ['the numbers', PANEL],
] as const)(
  'a TV that is put to another page while it asks for %s goes on with nothing of it',
  async (_, asked) => {
    const late = Promise.withResolvers<object>();
    const code = { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW };
    const replies: Record<string, unknown> = {
      [PANEL]: asked === PANEL ? panel() : refusal(401, 'unknown', 'Esta TV não está ligada.'),
      'POST /api/tv/codes': code,
      'POST /api/tv/claims': { state: 'waiting' },
    };
    const Screen = () => {
      const [away, setAway] = useState(false);
      const leave = createElement('button', { onClick: () => setAway(true) }, 'Outra página');
      return createElement('div', null, leave, !away && createElement(BoardPage));
    };
    const answers = { ...replies, [asked]: () => late.promise };
    const screen = await openScreen(createElement(Screen), { answers });
    await screen.later(2_000);
    expect(screen.sent.at(-1)?.route).toBe(asked);
    await screen.tap('Outra página');
    const before = screen.sent.length;
    await screen.when(() => late.resolve(replies[asked] as object));
    await screen.later(120_000);
    expect(screen.sent).toHaveLength(before);
    expect(Stream.opened.filter(({ readyState }) => readyState !== 2)).toEqual([]);
  },
);

it('a TV that waits to be let in keeps its code in sight though the panel’s own look finds no store', async () => {
  let there = true;
  const screen = await openScreen(createElement(BoardPage), {
    answers: {
      [PANEL]: () =>
        there
          ? refusal(401, 'unknown', 'Esta TV não está ligada.')
          : refusal(503, 'away', 'A loja reinicia.'),
      'POST /api/tv/codes': { code: 'ABC123', claim: 'x'.repeat(24), expiresAtMs: NOW + 600_000, now: NOW },
      'POST /api/tv/claims': { state: 'waiting' },
    },
  });
  there = false;
  await screen.later(60_000);
  expect(asks(screen)).toBe(2);
  expect(screen.words()).toContain('ABC 123');
});

describe('the address for customers on the TV', () => {
  const open = async (store: object, more: Parameters<typeof openScreen>[1] = {}) => {
    const held = createStore();
    const board = { orders: [], delivered: [], seq: 1, now: NOW, unpaidMore: 0, deliveredToday: 0 };
    const screen = await openScreen(createElement(BoardPage), {
      store: held,
      answers: {
        [PANEL]: panel(),
        'GET /api/store': { ...sampleStore, ...store },
        'GET /api/staff/board': board,
      },
      ...more,
    });
    await screen.when(() => held.set(loadStoreAtom));
    return screen;
  };

  it('is the site’s, and none where there is no site', async () => {
    const screen = await open({ host: 'edge', publicUrl: 'https://acai.example' });
    expect(part(screen, 'Peça pelo celular')).toContain('acai.example');
    expect(squareIn(screen)).toBe(squareOf('https://acai.example'));
    expect(part(await open({ host: 'edge', publicUrl: null }), 'Peça pelo celular')).toBe('(none)');
  });

  it('is on the site where the screen itself stands', async () => {
    const me = { id: 'u', role: 'ATTENDANT' } as const;
    const staff = await open({ host: 'relay', publicUrl: null }, { me });
    expect(part(staff, 'Peça pelo celular')).toContain('loja.local');
  });

  it('is shown on the site to who is signed in: a stranger’s screen is no TV there', async () => {
    expect((await open({ host: 'relay' })).path()).toBe('/auth');
  });
});

it.each([
  ['ADMIN', true],
  ['KITCHEN', true],
  ['ATTENDANT', true],
  ['WHOLESALE', false],
] as const)('of those who are signed in the shop’s own see the panel: %s %s', async (role, sees) => {
  const board = {
    orders: [],
    delivered: [],
    cancelled: [],
    seq: 1,
    now: NOW,
    unpaidMore: 0,
    deliveredToday: 0,
  };
  const screen = await openScreen(createElement(BoardPage), {
    me: { id: 'u', role },
    answers: { 'GET /api/staff/board': board },
  });
  expect(screen.words().includes('Painel de senhas')).toBe(sees);
});

it('staff see the panel as they are: paid orders of this series, the newest call and the oldest order first', async () => {
  const order = (id: string, changes: Parameters<typeof sampleOrder>[0]) =>
    sampleOrder({ id, panelDate: '2026-11-21', panelSeries: 1, createdAtMs: NOW, ...changes });
  const screen = await openScreen(createElement(BoardPage), {
    me: { id: 'u', role: 'ATTENDANT' },
    answers: {
      'GET /api/staff/board': {
        orders: [
          order('a', { panelNumber: 1, status: 'READY', readyAtMs: NOW - 2_000 }),
          order('b', { panelNumber: 2, status: 'READY', readyAtMs: NOW - 1_000 }),
          order('c', { panelNumber: 3, status: 'RECEBIDO' }),
          order('d', { panelNumber: 4, status: 'PREPARING', createdAtMs: NOW - 60_000 }),
          order('e', { panelNumber: 5, status: 'PENDING' }),
          order('f', { panelNumber: 99, status: 'READY', panelSeries: 0 }),
          order('g', { panelNumber: null, status: 'READY' }),
        ],
        delivered: [],
        cancelled: [],
        seq: 1,
        now: NOW,
        panel: { date: '2026-11-21', series: 1 },
        unpaidMore: 0,
        deliveredToday: 0,
      },
    },
  });
  expect(part(screen, 'Última chamada')).toBe('Senha2');
  // What was ready before the screen was opened has been called already.
  expect(screen.all('section[aria-label="Última chamada"].bg-accent')).toEqual([]);
  expect(part(screen, 'Pronto! Pode retirar')).toBe('Pronto! Pode retirar21');
  // Whoever has waited longest is the next.
  expect(part(screen, 'Em preparo')).toBe('Em preparo43');
});
