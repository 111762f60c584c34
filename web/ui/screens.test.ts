// Small parts of many screens: messages that pass, the offer to install the site, pictures that do not load, and ways on.
import { createStore } from 'jotai';
import { createElement, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeScreen, openHook, openScreen } from '../testing/screen.ts';
import { markupOf, wordsIn } from '../testing/words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { useFailureToast } from './failure-toast.ts';
import InstallOffer from './install-offer.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { NoticePage } from './notice-page.tsx';
import { ProductPicture } from './product-picture.tsx';
import { saveFile } from './save-file.ts';
import { ownerAtom, useTitle } from './title.ts';
import { addToastAtom, Toaster, toastLineAtom, toastsAtom, type Toast } from './toast.tsx';
import { useBox } from './use-box.ts';
import { WhenNear } from './when-near.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a message', () => {
  const tell = async (...toasts: Toast[]) => {
    const store = createStore();
    const page = await openScreen(createElement(Toaster), { store });
    await page.when(() => toasts.forEach((toast) => store.set(addToastAtom, toast)));
    return { ...page, store, titles: () => store.get(toastsAtom).map(({ title }) => title) };
  };

  it('passes after a while, or after its own time', async () => {
    const page = await tell({ title: 'Curta' }, { title: 'Longa', durationMs: 9_000 });
    await page.later(4_499);
    expect(page.titles()).toEqual(['Curta', 'Longa']);
    await page.later(1);
    expect(page.titles()).toEqual(['Longa']);
    await page.later(4_500);
    expect(page.titles()).toEqual([]);
  });

  it('stays while a finger or a pointer is on it', async () => {
    const page = await tell({ title: 'Lida' });
    await page.happen('[role="status"]', 'pointerover');
    await page.later(10_000);
    expect(page.titles()).toEqual(['Lida']);
    await page.happen('[role="status"]', 'pointerout');
    await page.later(1_000);
    expect(page.titles()).toEqual([]);
  });

  it('is one of three, the newest; said twice it is one', async () => {
    const page = await tell(...['a', 'b', 'c', 'd', 'c'].map((title) => ({ title })));
    expect(page.titles()).toEqual(['b', 'd', 'c']);
    const other = await tell({ title: 'a', text: '1' }, { title: 'a', text: '2' });
    expect(other.titles()).toEqual(['a', 'a']);
  });

  it('is put away, alone, and does what its button says', async () => {
    const run = vi.fn<() => void>();
    const page = await tell(
      { title: 'a', action: { label: 'Desfazer', run } },
      { title: 'b', tone: 'error' },
    );
    expect(page.markup()).toMatch(/role="status".*a.*role="alert".*b/s);
    await page.tap('Desfazer');
    expect(run).toHaveBeenCalledTimes(1);
    expect(page.titles()).toEqual(['b']);
    await page.tap('Fechar aviso');
    expect(page.titles()).toEqual([]);
  });

  it('of what was wrong on the page before is gone, but for what was said on the way', async () => {
    const store = createStore();
    store.set(toastsAtom, [
      { key: 1, atMs: 1_000_000 - 1_000, title: 'velha', tone: 'error' },
      { key: 2, atMs: 1_000_000 - 999, title: 'nova', tone: 'error' },
      { key: 3, atMs: 0, title: 'boa', tone: 'success' },
    ]);
    await openScreen(createElement(Toaster), { store });
    expect(store.get(toastsAtom).map(({ title }) => title)).toEqual(['nova', 'boa']);
  });

  it('of what is wrong stays where something else is said on the same page', async () => {
    const page = await tell({ title: 'Errado', tone: 'error' });
    await page.later(2_000);
    await page.when(() => page.store.set(addToastAtom, { title: 'Item removido' }));
    expect(page.titles()).toEqual(['Errado', 'Item removido']);
  });

  it('of what was wrong at the step before is gone at the next, which is the same page', async () => {
    const store = createStore();
    const next = createElement(Link, { to: '/carrinho?passo=dados' }, 'Adiante');
    const screen = createElement('div', null, next, createElement(Toaster));
    const page = await openScreen(screen, { store, path: '/carrinho' });
    await page.when(() => store.set(addToastAtom, { title: 'Errado', tone: 'error' }));
    await page.later(1_000);
    await page.tap('Adiante');
    expect(store.get(toastsAtom)).toEqual([]);
  });

  it('is said on the dialog that lies over the page, also where the screen has a line for it, and then there', async () => {
    const store = createStore();
    const Screen = () => {
      const [open, setOpen] = useState(true);
      const props = { title: 'Nome', onClose: () => setOpen(false), children: null };
      const dialog = createElement(Dialog, props);
      return createElement('div', null, createElement('output'), createElement(Toaster), open && dialog);
    };
    const page = await openScreen(createElement(Screen), { store });
    const places = () => page.all('[aria-label="Avisos"]').map((one) => one.parentElement?.localName);
    await page.when(() => store.set(toastLineAtom, page.body.querySelector('output')));
    expect(places()).toEqual(['dialog']);
    await page.tap('Fechar');
    expect(places()).toEqual(['output']);
  });

  it('of a failure takes the place of what was said before about the same', async () => {
    const store = createStore();
    const { now, when } = await openHook(() => useFailureToast(), { store });
    await when(() => now().tell({ title: 'Erro 1' }));
    await when(() => now().tell({ title: 'Erro 2' }));
    expect(store.get(toastsAtom)).toMatchObject([{ title: 'Erro 2', tone: 'error' }]);
    await when(() => now().clear());
    expect(store.get(toastsAtom)).toEqual([]);
  });
});

describe('the offer to install the site', () => {
  const WORDS = 'Instalar o app no celular';
  it('is there once the browser makes it, for one try', async () => {
    const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const page = await openScreen(createElement(InstallOffer));
    expect(page.words()).toBe('');
    await page.when(() =>
      page.window.dispatchEvent(Object.assign(new page.window.Event('beforeinstallprompt'), { prompt })),
    );
    expect(page.words()).toBe(WORDS);
    await page.tap(WORDS);
    expect(prompt).toHaveBeenCalledTimes(1);
    expect(page.words()).toBe('');
    expect(page.window).not.toHaveProperty('installEvent');
  });

  it('made while another page stood there is offered on this one, in place of the browser’s own bar', async () => {
    const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const Late = () => {
      window.installEvent ??= Object.assign(new Event('beforeinstallprompt'), { prompt });
      return createElement(InstallOffer);
    };
    const page = await openScreen(createElement(Late));
    const event = Object.assign(new page.window.Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
    });
    expect(page.words()).toBe(WORDS);
    await page.when(() => page.window.dispatchEvent(event));
    expect(event.defaultPrevented).toBe(true);
    expect(page.window.installEvent).toBe(event);
    await page.when(() => page.window.dispatchEvent(new page.window.Event('appinstalled')));
    expect(page.words()).toBe('');
  });

  it('made before is kept, and gone once the site was installed', async () => {
    const page = await openScreen(createElement('i'));
    Object.assign(page.window, {
      installEvent: Object.assign(new Event('x'), { prompt: () => Promise.resolve() }),
    });
    const { window } = page;
    const offer = await openScreen(createElement(InstallOffer));
    expect(offer.words()).toBe('');
    Object.assign(offer.window, { installEvent: (window as { installEvent?: unknown }).installEvent });
    await offer.when(() => offer.window.dispatchEvent(new offer.window.Event('beforeinstallprompt')));
    await offer.when(() => offer.window.dispatchEvent(new offer.window.Event('appinstalled')));
    expect(offer.words()).toBe('');
  });
});

describe('a picture', () => {
  const cup = { shape: 'copo', base: null, iceCreams: [], toppings: [] } as const;
  const picture = (image: string | null, width: 320 | 960) =>
    createElement(ProductPicture, { image, cup, width, className: '' });

  it('is the photo in the width that is needed, a large one in two', () => {
    expect(markupOf(picture('hash', 320))).toContain('src="/api/images/hash?w=320"');
    expect(markupOf(picture('hash', 320))).not.toContain('srcSet');
    expect(markupOf(picture('hash', 960))).toContain(
      'srcSet="/api/images/hash?w=320 320w, /api/images/hash?w=960 960w"',
    );
    expect(markupOf(picture(null, 320))).toContain('<svg');
  });

  it('that does not load is the drawn cup', async () => {
    const page = await openScreen(picture('hash', 320));
    await page.happen('img', 'error');
    expect(page.markup()).toContain('<svg');
  });
});

it('a question is answered by its button, left by the other, and neither while it is on its way', async () => {
  const answers: string[] = [];
  const props = {
    title: 'Apagar?',
    confirm: 'Apagar',
    onConfirm: () => answers.push('yes'),
    onClose: () => answers.push('closed'),
    children: null,
  };
  const page = await openScreen(createElement(ConfirmDialog, props));
  await page.tap('Apagar');
  await page.tap('Voltar');
  expect(answers).toEqual(['yes', 'closed']);
  const more = { ...props, cancel: 'Não', onCancel: () => answers.push('no'), disabled: true };
  const own = await openScreen(createElement(ConfirmDialog, more));
  await own.tap('Não');
  expect(answers.at(-1)).toBe('no');
  expect(own.buttons()).toContain('Apagar (off)');
  const failed = 'A loja não respondeu.';
  const underWay = await openScreen(createElement(ConfirmDialog, { ...props, busy: true }));
  expect(underWay.buttons()).toContain('Apagar (off)');
  const again = await openScreen(createElement(ConfirmDialog, { ...props, busy: false, failed }));
  expect(again.buttons()).toContain('Apagar');
  expect(again.alerts()).toEqual([failed]);
});

it('a dialog is named by what stands at its top', async () => {
  const props = { title: 'Cancelar pedido', onClose: () => undefined, children: 'Certo?' };
  const { window, all } = await openScreen(createElement(Dialog, props));
  const title = all('dialog')[0]?.getAttribute('aria-labelledby') ?? '';
  expect(window.document.getElementById(title)?.textContent).toBe('Cancelar pedido');
});

it('a touch beside a dialog leaves it, but not one that holds what somebody types', async () => {
  const onClose = vi.fn<() => void>();
  const props = { title: 'Nome', onClose, children: 'Ana' };
  const dialog = (form: boolean) => createElement(Dialog, { ...props, form });
  const form = await openScreen(dialog(true));
  await form.happen('dialog', 'click');
  expect(onClose).not.toHaveBeenCalled();
  await form.tap('Fechar');
  expect(onClose).toHaveBeenCalledTimes(1);
  const plain = await openScreen(dialog(false));
  await plain.happen('dialog h2', 'click');
  expect(onClose).toHaveBeenCalledTimes(1);
  await plain.happen('dialog', 'click');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('a dialog is left by Escape as its screen says, and the keyboard goes on where it was', async () => {
  const closed = vi.fn<() => void>();
  const Screen = () => {
    const [open, setOpen] = useState(false);
    const close = () => {
      closed();
      setOpen(false);
    };
    const props = { title: 'Nome', onClose: close, children: createElement('input') };
    return createElement(
      'div',
      null,
      createElement('button', { onClick: () => setOpen(true) }, 'Abrir'),
      open && createElement(Dialog, props),
    );
  };
  const page = await openScreen(createElement(Screen));
  await page.when(() => page.body.querySelector('button')?.focus());
  await page.tap('Abrir');
  await page.when(() => page.body.querySelector('input')?.focus());
  await page.happen('dialog', 'cancel');
  expect(closed).toHaveBeenCalledTimes(1);
  expect(page.all('dialog')).toEqual([]);
  expect(page.focused()).toBe('Abrir');
});

it('a dialog is opened once, however often it is drawn: opening takes the keyboard out of what is typed', async () => {
  const Screen = () => {
    const [open, setOpen] = useState(false);
    const [name, setName] = useState('');
    const onChange = ({ target }: { target: HTMLInputElement }) => setName(target.value);
    const field = createElement('input', { 'aria-label': 'Nome', value: name, onChange });
    const props = { title: `De ${name}`, onClose: () => setOpen(false), children: field };
    const button = createElement('button', { onClick: () => setOpen(true) }, 'Abrir');
    return createElement('div', null, button, open && createElement(Dialog, props));
  };
  const page = await openScreen(createElement(Screen));
  const opened = vi.fn<() => void>();
  vi.spyOn(page.window.HTMLDialogElement.prototype, 'showModal').mockImplementation(opened);
  await page.tap('Abrir');
  for (const name of ['A', 'An', 'Ana']) await page.type('Nome', name);
  expect(page.words()).toContain('De Ana');
  expect(opened).toHaveBeenCalledTimes(1);
});

it('a dialog is left as its screen says now, not as it said when it was opened', async () => {
  const left: string[] = [];
  const Screen = () => {
    const [step, setStep] = useState(1);
    const onward = createElement('button', { onClick: () => setStep(2) }, 'Adiante');
    const props = { title: 'Nome', onClose: () => left.push(`passo ${step}`), children: onward };
    return createElement(Dialog, props);
  };
  const page = await openScreen(createElement(Screen));
  await page.tap('Adiante');
  const escape = new page.window.Event('cancel', { cancelable: true });
  await page.when(() => page.body.querySelector('dialog')?.dispatchEvent(escape));
  await page.happen('dialog', 'click');
  expect(left).toEqual(['passo 2', 'passo 2']);
  // Whether it is open is the screen's to say: the browser closes nothing by itself.
  expect(escape.defaultPrevented).toBe(true);
});

it('of two dialogs what is said is said on the upper one, and after it on the lower', async () => {
  const store = createStore();
  const Screen = () => {
    const [count, setCount] = useState(2);
    const dialogs = ['Baixo', 'Alto'].slice(0, count).map((title) => {
      const props = { title, onClose: () => setCount(count - 1), children: null };
      return createElement(Dialog, { key: title, ...props });
    });
    return createElement('div', null, createElement(Toaster), ...dialogs);
  };
  const page = await openScreen(createElement(Screen), { store });
  const saidOn = () =>
    page
      .all('dialog')
      .filter((one) => one.querySelector('[aria-label="Avisos"]'))
      .map((one) => one.querySelector('h2')?.textContent);
  expect(saidOn()).toEqual(['Alto']);
  await page.tap('Fechar');
  expect(saidOn()).toEqual(['Baixo']);
  await page.tap('Fechar');
  expect(page.all('[aria-label="Avisos"]')).toHaveLength(1);
});

it('the tab names the page, and whose it is once that is known', async () => {
  const store = createStore();
  const page = await openHook(() => useTitle('Pedido'), { store });
  expect(document.title).toBe('Pedido');
  await page.when(() => store.set(ownerAtom, 'Açaí da Praça'));
  expect(document.title).toBe('Pedido · Açaí da Praça');
});

it('an address that leads nowhere leads on to the start and to an order', () => {
  const markup = markupOf(createElement(NotFoundPage));
  expect(
    [...markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(([, to, words]) => `${words} ${to}`),
  ).toEqual(['Voltar para o início /', 'Fazer Pedido /pedido']);
});

it('what one came for and is not there is read aloud, under a cup that was tipped over or a picture of its own', () => {
  const notice = (more: object) => {
    const props = { title: 'Nada', text: 'Aqui', children: null, ...more };
    return markupOf(createElement(NoticePage, props));
  };
  expect(notice({})).not.toContain('role="alert"');
  expect(notice({ alert: true })).toContain('role="alert"');
  expect(notice({})).toContain('<svg');
  expect(wordsIn(notice({ picture: 'Figura' }))).toBe('Figura Nada Aqui');
  expect(notice({ picture: 'Figura' })).not.toContain('<svg');
});

it('a file is kept under its name, as if it had come from a link', async () => {
  const page = await openScreen(createElement('i'));
  const clicked: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const make = document.createElement.bind(document);
  vi.spyOn(document, 'createElement').mockImplementation((tag: string) => {
    const made = make(tag) as HTMLAnchorElement;
    made.click = () => void clicked.push(`${made.download} ${made.href}`);
    return made;
  });
  await page.when(() => saveFile('a.csv', 'text/csv', 'x'));
  expect(clicked).toEqual(['a.csv blob:x']);
});

describe('what lies far below', () => {
  const near = async (now: boolean) => {
    const watched: { see?: (entries: { isIntersecting: boolean }[]) => void } = {};
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(see: (entries: { isIntersecting: boolean }[]) => void) {
          watched.see = see;
        }
        observe() {}
        disconnect() {}
      },
    );
    const props = { placeholder: 'Lugar', now, children: 'Tela' };
    const page = await openScreen(createElement(WhenNear, props));
    return {
      ...page,
      see: (isIntersecting: boolean) => page.when(() => watched.see?.([{ isIntersecting }])),
    };
  };

  it('is drawn when one comes near, or after a while', async () => {
    const page = await near(false);
    expect(page.words()).toBe('Lugar');
    await page.see(false);
    expect(page.words()).toBe('Lugar');
    await page.see(true);
    expect(page.words()).toBe('Tela');
    const idle = await near(false);
    await idle.later(1_500);
    expect(idle.words()).toBe('Tela');
  });

  it('is drawn at once for who is on the way there', async () => {
    expect((await near(true)).words()).toBe('Tela');
  });
});

it('an element’s size is known once it was drawn, and follows it', async () => {
  const watched: { see?: (entries: { contentRect: object }[]) => void } = {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(see: (entries: { contentRect: object }[]) => void) {
        watched.see = see;
      }
      observe() {}
      disconnect() {
        delete watched.see;
      }
    },
  );
  const Box = () => {
    const [ref, box] = useBox<HTMLDivElement>();
    return createElement('div', { ref }, `${box.width} × ${box.height}`);
  };
  const page = await openScreen(createElement(Box));
  expect(page.words()).toBe('0 × 0');
  await page.when(() => watched.see?.([{ contentRect: { width: 30, height: 20 } }]));
  expect(page.words()).toBe('30 × 20');
  // A TV that is turned, a notice that takes a line.
  await page.when(() => watched.see?.([{ contentRect: { width: 20, height: 30 } }]));
  expect(page.words()).toBe('20 × 30');
});
