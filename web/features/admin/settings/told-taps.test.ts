// What an administrator is told of the shop, and who else is: the machine, what was changed, personal data, the phones that ring.
import { createStore } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadStoreAtom } from '../../../data/shop.ts';
import { openScreen, refusal, type Answers, type Sent } from '../../../testing/screen.ts';
import { sampleStore } from '../../../testing/shop.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { AlertsPanel } from './alerts-panel.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';
import { PrivacyPanel } from './privacy-panel.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const routesOf = (sent: readonly Sent[]): string[] => sent.map(({ route }) => route);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the machine is looked at every quarter of a minute, with all its addresses and checks', async () => {
  const STATE = 'GET /api/staff/diagnostics';
  const screen = await openScreen(createElement(DiagnosticsPanel), {
    answers: {
      [STATE]: {
        version: '1.2.3',
        upSinceMs: at('08:00'),
        addresses: ['http://balcao.local', 'http://192.168.0.10'],
        publicUrl: 'https://acai.example',
        checks: [
          { id: 'disk', name: 'Disco', state: 'warn', text: 'Quase cheio.' },
          { id: 'clock', name: 'Relógio', state: 'ok', text: 'Certo.' },
        ],
      },
    },
  });
  expect(screen.words()).toContain('Versão 1.2.3 · no ar desde 21/11/2026 às 08:00');
  expect(screen.words()).toContain('▲ Disco: atenção Quase cheio. ✔ Relógio: tudo certo Certo.');
  expect(screen.words()).toContain('http://balcao.local http://192.168.0.10 https://acai.example');
  screen.sent.splice(0);
  await screen.later(15_000);
  expect(routesOf(screen.sent)).toContain(STATE);
});

describe('what was changed', () => {
  const rows = (ids: number[]) =>
    ids.map((id) => ({
      id,
      atMs: at('18:04'),
      userName: id === 9 ? null : 'Ana',
      from: id === 9 ? 'store' : 'lan',
      subject: 'cash',
      text: `mudança ${id}`,
    }));
  const open = () =>
    openScreen(createElement(AuditPanel), {
      answers: {
        'GET /api/staff/audit': { rows: rows([9, 8]), more: true },
        'GET /api/staff/audit?before=8': { rows: rows([7, 6]), more: true },
        'GET /api/staff/audit?before=6': { rows: rows([5]), more: false },
        'GET /api/staff/audit?subject=menu': { rows: [], more: false },
      },
    });

  it('is told with who, from where and about what, newest first, page by page and back', async () => {
    const screen = await open();
    expect(screen.words()).toMatch(/– a própria loja Caixa mudança 9 .* Ana na loja Caixa mudança 8/);
    expect(screen.buttons()).toEqual(['Mais novas (off)', 'Mais antigas']);
    await screen.tap('Mais antigas');
    await screen.tap('Mais antigas');
    expect(screen.words()).toContain('mudança 5');
    expect(screen.buttons()).toEqual(['Mais novas', 'Mais antigas (off)']);
    await screen.tap('Mais novas');
    expect(screen.words()).toContain('mudança 7');
    await screen.tap('Mais novas');
    expect(screen.words()).toContain('mudança 9');
  });

  it('is narrowed to a subject, from its first page', async () => {
    const screen = await open();
    await screen.tap('Mais antigas');
    await screen.type('Assunto', 'menu');
    expect(screen.sent.at(-1)?.route).toBe('GET /api/staff/audit?subject=menu');
    expect(screen.words()).toContain('Nenhuma mudança registrada aqui ainda.');
  });
});

it('personal data is kept as many months as are typed', async () => {
  const screen = await openScreen(
    createElement('div', null, createElement(PrivacyPanel), createElement(Toaster)),
    { answers: { 'GET /api/staff/privacy': { retentionMonths: 24 } } },
  );
  expect(screen.valueOf('Meses')).toBe('24');
  await screen.type('Meses', '12');
  await screen.tap('Salvar prazo');
  expect(screen.changes()).toEqual([{ route: 'PUT /api/staff/privacy', body: { retentionMonths: 12 } }]);
  expect(screen.words()).toContain('Prazo salvo');
});

describe('who is told when something stops', () => {
  const PUSH = 'GET /api/staff/push';
  const device = { id: 'd1', label: 'Celular da Ana', createdAtMs: at('10:00') };
  const open = async (
    push: object,
    host: 'edge' | 'relay',
    publicUrl: string | null = 'https://acai.example',
    browser?: object,
    answers: Answers = {},
  ) => {
    const store = createStore();
    const screen = await openScreen(
      createElement('div', null, createElement(AlertsPanel), createElement(Toaster)),
      {
        store,
        answers: {
          'GET /api/store': { ...sampleStore, host, publicUrl },
          [PUSH]: { publicKey: 'k', webhook: false, devices: [], alarms: [], ...push },
          'POST /api/staff/push/test': { sent: 1 },
          ...answers,
        },
      },
    );
    if (browser !== undefined) Object.assign(screen.window, browser);
    await screen.when(() => store.set(loadStoreAtom));
    return screen;
  };

  const subscription = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } };
  /** A browser that can be rung, and whether it is subscribed already. */
  const stubBrowser = (permission: () => string, isSubscribed = false) => {
    const registration = {
      pushManager: {
        getSubscription: async () => (isSubscribed ? subscription : null),
        subscribe: async () => ({ toJSON: () => subscription }),
      },
    };
    const Notification = {
      get permission() {
        return permission();
      },
      requestPermission: async () => permission(),
    };
    vi.stubGlobal('navigator', {
      serviceWorker: {
        ready: Promise.resolve(registration),
        register: async () => registration,
        getRegistration: async () => registration,
      },
    });
    vi.stubGlobal('Notification', Notification);
    return { Notification, PushManager: {} };
  };

  it.each([
    ['granted', true, [device], true],
    ['denied', true, [device], false],
    ['granted', false, [device], false],
    ['granted', true, [], false],
  ])(
    'is this phone where its browser allows it (%s), is subscribed (%s) and the shop knows some (%j): %s',
    async (permission, isSubscribed, devices, isKnown) => {
      const browser = stubBrowser(() => permission, isSubscribed);
      const screen = await open({ devices }, 'relay', null, browser);
      expect(screen.words().includes('Este navegador já recebe avisos.')).toBe(isKnown);
    },
  );

  it('is no phone whose browser does not say whether it is one, and none that the store refuses', async () => {
    const DEVICES = 'POST /api/staff/push/devices';
    const browser = stubBrowser(() => 'granted');
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockRejectedValue(
      new Error('the profile is locked'),
    );
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const screen = await open({ devices: [device] }, 'relay', null, browser, {
      [DEVICES]: refusal(409, 'too-many', 'Já são vinte aparelhos.'),
    });
    expect(warned).toHaveBeenCalledOnce();
    expect(screen.words()).not.toContain('Este navegador já recebe avisos.');
    await screen.type('Nome do aparelho', 'Celular do Rui');
    await screen.tap('Receber avisos aqui');
    expect(screen.alerts().join()).toContain('Já são vinte aparelhos.');
    expect(screen.words()).not.toContain('Avisos ligados neste aparelho');
    expect(screen.valueOf('Nome do aparelho')).toBe('Celular do Rui');
  });

  it('is added on the site’s own address, which the shop’s network shows', async () => {
    expect((await open({}, 'edge')).words()).toContain('https://acai.example/admin/configuracoes/avisos');
    expect((await open({}, 'edge', null)).words()).toContain('Esta loja ainda não está ligada a um site.');
    expect((await open({}, 'relay')).words()).toContain('Este navegador não recebe avisos.');
  });

  it('is taken away by a button, and tried out where there is anybody', async () => {
    const screen = await open({ devices: [device] }, 'edge');
    await screen.tap('Enviar aviso de teste');
    expect(screen.words()).toContain('Para 1 destino. Chega em alguns segundos.');
    await screen.tap('Não avisar mais Celular da Ana');
    expect(routesOf(screen.changes()).at(-1)).toBe('DELETE /api/staff/push/devices/d1');
    expect(screen.sent.at(-1)?.route).toBe(PUSH);
    expect((await open({}, 'edge')).buttons()).toContain('Enviar aviso de teste (off)');
    expect((await open({ webhook: true }, 'edge')).buttons()).toContain('Enviar aviso de teste');
  });

  it('is this phone, under the name that was typed, once its browser allows it; else it says why not', async () => {
    const DEVICES = 'POST /api/staff/push/devices';
    let permission = 'denied';
    const browser = stubBrowser(() => permission);
    const screen = await open({ devices: [device] }, 'relay', null, browser);
    expect(screen.buttons()).toContain('Receber avisos aqui (off)');
    await screen.type('Nome do aparelho', ' Celular do Rui ');
    await screen.tap('Receber avisos aqui');
    expect(screen.words()).toContain('As notificações estão bloqueadas neste navegador.');
    expect(screen.changes()).toEqual([]);
    permission = 'granted';
    await screen.tap('Receber avisos aqui');
    expect(screen.changes()).toEqual([{ route: DEVICES, body: { label: 'Celular do Rui', subscription } }]);
    expect(screen.words()).toContain('Avisos ligados neste aparelho');
    expect(screen.valueOf('Nome do aparelho')).toBe('');
    expect(screen.words()).not.toContain('As notificações estão bloqueadas');
    expect(screen.sent.at(-1)?.route).toBe(PUSH);
    expect(screen.words()).toContain('Este navegador já recebe avisos.');
  });
});
