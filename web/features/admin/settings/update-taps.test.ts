// Releases: when they are looked at again, who may put one in, and what is sent of a file.
import type { UpdateState } from '@balcao/shared/http/update.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { UpdatePanel } from './update-panel.tsx';

beforeEach(() => {
  vi.useFakeTimers({
    now: 0,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('releases', () => {
  const STATE = 'GET /api/staff/update';
  const VALUE: UpdateState = {
    version: '1.2',
    available: true,
    allowed: true,
    updateUrl: null,
    auto: true,
    channel: 'stable',
    source: null,
    looking: false,
    waitsFor: null,
    run: null,
  };
  const run = (state: 'asked' | 'running' | 'done') => ({
    state,
    message: 'Instalando',
    version: '1.3',
    atMs: 0,
  });
  const open = (changes: Partial<UpdateState> = {}) => {
    const answers: Answers = { [STATE]: { ...VALUE, ...changes } };
    return openScreen(createElement(UpdatePanel), { answers }).then((screen) => ({ screen, answers }));
  };

  it.each([
    ['asked for', { run: run('asked') }, true],
    ['under way', { run: run('running') }, true],
    ['looked for', { looking: true }, true],
    ['put in', { run: run('done') }, false],
    ['left alone', {}, false],
  ] as const)('that are %s are looked at again: %j %s', async (_, changes, looks) => {
    const { screen } = await open(changes);
    screen.sent.splice(0);
    await screen.later(2_000);
    expect(screen.sent.map(({ route }) => route)).toEqual(looks ? [STATE] : []);
  });

  it('are put in by hand where there is no updater, and in the shop’s network alone', async () => {
    expect((await open()).screen.buttons()).toContain('Enviar e instalar (off)');
    const away = (await open({ allowed: false })).screen;
    expect(away.words()).toContain('Para atualizar, abra esta tela em um aparelho ligado à rede da loja.');
    expect(away.words()).not.toContain('Esta instalação não se atualiza por aqui');
    const without = (await open({ available: false, allowed: false })).screen;
    expect(without.words()).toContain('Esta instalação não se atualiza por aqui');
    expect(without.words()).not.toContain('abra esta tela em um aparelho');
    for (const screen of [away, without])
      expect(screen.buttons().filter((name) => name.startsWith('Enviar'))).toEqual([]);
    expect((await open({ run: run('running') })).screen.buttons()).toEqual([]);
  });

  it('take the store away for a moment, which is said while one is under way alone', async () => {
    const busy = await open({ run: run('running') });
    busy.answers[STATE] = refusal(0, 'unreachable', 'Sem conexão.');
    await busy.screen.later(2_000);
    expect(busy.screen.words()).toContain('A loja está sendo ligada de novo');
    const done = await open({ run: run('done') });
    expect(done.screen.words()).not.toContain('A loja está sendo ligada de novo');
  });

  it('come by themselves, and from where, as is chosen: the one choice leaves the other', async () => {
    const CHOICE = 'PUT /api/staff/update/choice';
    const { screen } = await open({ updateUrl: 'https://apt.example', channel: 'early' });
    await screen.tap('Atualizar sozinha');
    await screen.type('Canal', 'stable');
    expect(screen.changes()).toEqual([
      { route: CHOICE, body: { auto: false, channel: 'early' } },
      { route: CHOICE, body: { auto: true, channel: 'stable' } },
    ]);
    expect(screen.sent.at(-1)?.route).toBe(STATE);
    const { screen: stable } = await open({ updateUrl: 'https://apt.example' });
    await stable.type('Canal', 'early');
    expect(stable.changes()).toEqual([{ route: CHOICE, body: { auto: true, channel: 'early' } }]);
  });

  it('are looked for by a button, and put in from there', async () => {
    const source = {
      channel: 'stable',
      state: 'available',
      version: '1.3',
      heardAtMs: 1,
      indexAtMs: 1,
      trouble: 'none',
      message: '',
      askedAtMs: 1,
    } as const;
    const { screen } = await open({ updateUrl: 'https://apt.example', source });
    await screen.tap('Procurar agora');
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await screen.tap('Instalar a versão 1.3');
    // Two minutes, as from a file: a copy is made before.
    expect(bounds.mock.calls[0]).toEqual([120_000]);
    bounds.mockRestore();
    expect(screen.changes()).toEqual([
      { route: 'POST /api/staff/update/look', body: undefined },
      { route: 'POST /api/staff/update', body: { from: 'web' } },
    ]);
    expect(screen.sent.at(-1)?.route).toBe(STATE);
  });

  /** What is sent by the browser's older way, which tells how far it is. */
  const stubUpload = (status: number, answer: object) => {
    const sent: { address: string; headers: Record<string, string> }[] = [];
    class Upload {
      readonly upload = { addEventListener: () => {} };
      readonly headers: Record<string, string> = {};
      readonly responseText = JSON.stringify(answer);
      readonly status = status;
      address = '';
      loaded = (): void => {};
      open(method: string, path: string): void {
        this.address = `${method} ${path}`;
      }
      setRequestHeader(name: string, value: string): void {
        this.headers[name] = value;
      }
      addEventListener(type: string, listener: () => void): void {
        if (type === 'load') this.loaded = listener;
      }
      send(): void {
        sent.push({ address: this.address, headers: this.headers });
        this.loaded();
      }
    }
    vi.stubGlobal('XMLHttpRequest', Upload);
    return sent;
  };
  const FILE = new File(['x'], 'balcao-1.3.tar.gz');

  it('are sent as a file with the sum that was published, and then asked for', async () => {
    const { screen } = await open();
    const uploads = stubUpload(200, {});
    await screen.give('Arquivo da versão', FILE);
    await screen.type('Soma SHA-256 (se tiver)', ' abc ');
    await screen.tap('Enviar e instalar');
    expect(uploads[0]?.address).toBe('PUT /api/staff/update/file');
    expect(uploads[0]?.headers['x-sha256']).toBe('abc');
    expect(screen.changes()).toEqual([{ route: 'POST /api/staff/update', body: { from: 'file' } }]);
    expect(screen.sent.at(-1)?.route).toBe(STATE);
  });

  it('whose sum is another one are not asked for, and it is said at the sum', async () => {
    const { screen } = await open();
    const problem = { code: 'wrong-sum', detail: 'O arquivo foi trocado.' };
    stubUpload(400, { ...problem, errors: [{ field: 'sha256', message: 'A soma não confere.' }] });
    await screen.give('Arquivo da versão', FILE);
    await screen.tap('Enviar e instalar');
    expect(screen.words()).toContain('A soma não confere.');
    expect(screen.all('progress')).toEqual([]);
    expect(screen.changes()).toEqual([]);
    stubUpload(200, {});
    await screen.tap('Enviar e instalar');
    expect(screen.words()).not.toContain('A soma não confere.');
  });

  it('are not sent without a file, as where one was chosen and taken back', async () => {
    const { screen } = await open();
    const uploads = stubUpload(200, {});
    await screen.give('Arquivo da versão', FILE);
    expect(screen.buttons()).toContain('Enviar e instalar');
    const field = screen.body.querySelector<HTMLInputElement>('input[type="file"]');
    await screen.when(() => field && (field.value = ''));
    await screen.happen('input[type="file"]', 'change');
    expect(screen.buttons()).toContain('Enviar e instalar (off)');
    await screen.submit();
    expect(uploads).toEqual([]);
  });

  it('that were put in are seen once the screen is loaded again, by a button', async () => {
    const { screen } = await open({ run: run('done') });
    const reload = vi.spyOn(screen.window.location, 'reload');
    await screen.tap('Recarregar esta tela');
    expect(reload).toHaveBeenCalledOnce();
    expect((await open({ run: run('running') })).screen.buttons()).not.toContain('Recarregar esta tela');
  });

  it('are said to be on their way, and a copy to be made once they have arrived', async () => {
    const { screen } = await open();
    const upload = new EventTarget();
    class Upload extends EventTarget {
      readonly upload = upload;
      open(): void {}
      setRequestHeader(): void {}
      send(): void {}
    }
    vi.stubGlobal('XMLHttpRequest', Upload);
    await screen.give('Arquivo da versão', FILE);
    await screen.tap('Enviar e instalar');
    const tell = (loaded: number) =>
      screen.when(() => upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total: 4 })));
    await tell(3);
    expect(screen.words()).toContain('Enviando para a loja 75 %');
    await tell(4);
    expect(screen.words()).toContain('Fazendo a cópia de segurança');
    expect(screen.words()).not.toContain('Enviando');
  });

  it('are sent without a sum where none was published, and may take their time to begin', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const { screen } = await open();
    const uploads = stubUpload(200, {});
    await screen.give('Arquivo da versão', FILE);
    const asked: number[] = [];
    bounds.mockImplementation((ms) => {
      asked.push(ms);
      return new AbortController().signal;
    });
    await screen.tap('Enviar e instalar');
    expect(uploads[0]?.headers).not.toHaveProperty('x-sha256');
    // Two minutes: a copy is made before.
    expect(asked[0]).toBe(120_000);
    bounds.mockRestore();
  });
});
