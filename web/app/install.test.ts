// The site as the browser keeps it: who comes for the first time is told nothing, and a newer version comes when one asks for it.
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Toast } from '../ui/toast.tsx';
import { keepOffline } from './install.ts';

const newWorker = () =>
  Object.assign(new EventTarget(), { state: 'installing', postMessage: vi.fn<(message: object) => void>() });

it('a first visit is told of no new version, a later one is, and has it at once by a tap', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const registration = Object.assign(new EventTarget(), {
    waiting: null,
    installing: newWorker(),
    update: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  });
  const register = vi.fn<(script: string) => Promise<object>>(() => Promise.resolve(registration));
  const visited: { controller: object | null } = { controller: null };
  const serviceWorker = Object.assign(new EventTarget(), visited, { register });
  const reload = vi.fn<() => void>();
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('location', { reload });
  const install = () => {
    registration.installing = newWorker();
    registration.dispatchEvent(new Event('updatefound'));
    registration.installing.state = 'installed';
    registration.installing.dispatchEvent(new Event('statechange'));
    return registration.installing;
  };

  const told: Toast[] = [];
  const tell = (toast: Toast): void => void told.push(toast);
  await keepOffline(tell);
  await keepOffline(tell);
  expect(register.mock.calls).toEqual([['/sw.js']]);
  install();
  expect(told).toEqual([]);

  serviceWorker.controller = {};
  const newer = install();
  expect(told).toMatchObject([{ title: 'Tem versão nova do site', action: { label: 'Atualizar agora' } }]);
  // Who reads it has yet to decide.
  expect(told[0]?.durationMs).toBeGreaterThan(4_500);
  // It goes on by itself then, of which nobody is told again.
  newer.state = 'activating';
  newer.dispatchEvent(new Event('statechange'));
  expect(told).toHaveLength(1);
  told[0]?.action?.run();
  expect(newer.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  expect(reload).toHaveBeenCalledTimes(1);

  // A page that stays open asks each hour.
  expect(registration.update).not.toHaveBeenCalled();
  // Once in vain, without the network: the next hour asks as well, and nothing breaks.
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  registration.update.mockRejectedValueOnce(new TypeError('Failed to update a ServiceWorker'));
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(registration.update).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(registration.update).toHaveBeenCalledTimes(3);
  expect(warned).toHaveBeenCalledTimes(1);
  warned.mockRestore();
});

it('a version that waits since the visit before is offered at once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const registration = Object.assign(new EventTarget(), { waiting: newWorker() });
  const register = (): Promise<object> => Promise.resolve(registration);
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(new EventTarget(), { controller: {}, register }),
  });
  // Asked for once in each page's life: this is another page.
  vi.resetModules();
  const later = await import('./install.ts');
  const told: Toast[] = [];
  await later.keepOffline((toast) => void told.push(toast));
  expect(told).toMatchObject([{ title: 'Tem versão nova do site' }]);
  told[0]?.action?.run();
  expect(registration.waiting.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
});
