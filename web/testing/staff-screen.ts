// A staff screen on an evening at the shop (`evening.ts`), for approved texts: on a device of its own, by a clock that stands.
import type { Me } from '@balcao/shared/http/staff.ts';
import { createStore } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { vi } from 'vitest';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { loadMenuAtom, loadStoreAtom } from '../data/shop.ts';
import { Toaster } from '../ui/toast.tsx';
import { NOW } from './evening.ts';
import { openScreen, type Answers, type Screen } from './screen.ts';

export type Given = {
  answers?: Answers;
  /** What the device has kept already. */
  kept?: Record<string, string>;
  me?: Partial<Me>;
  path?: string;
  /** Nobody is signed in. */
  out?: boolean;
  /** What was tapped before. */
  taps?: readonly string[];
};

/** The screen with what it says in passing, once shop and menu are there where `answers` has them. */
export async function openStaff(screen: ReactElement, given: Given = {}): Promise<Screen> {
  const { answers = {}, kept = {}, me = {}, path = '/', taps = [], out = false } = given;
  const stored = stubStorage();
  for (const [key, value] of Object.entries(kept)) stored.set(key, value);
  const store = createStore();
  const page = await openScreen(createElement('div', null, screen, createElement(Toaster)), {
    store,
    path,
    ...(!out && { me: { id: 'rui', name: 'Rui', email: 'rui@loja.example', role: 'ADMIN' as const, ...me } }),
    answers,
  });
  Object.defineProperty(page.window, 'print', { value: () => undefined, configurable: true });
  await page.when(() =>
    Promise.all([
      ...('GET /api/store' in answers ? [store.set(loadStoreAtom)] : []),
      ...('GET /api/menu' in answers ? [store.set(loadMenuAtom)] : []),
    ]),
  );
  for (const name of taps) await page.tap(name);
  return { ...page, stored };
}

/** A size for each part of a screen: a page without a browser has none. */
export class Size {
  readonly #tell: (entries: readonly object[]) => void;
  constructor(tell: (entries: readonly object[]) => void) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    this.#tell([{ target, contentRect: { width: 1280, height: 640 } }]);
  }
  unobserve(): void {}
  disconnect(): void {}
}
class Silent extends EventTarget {
  static readonly OPEN = 1;
  close(): void {}
}
/** A browser that allows no sound. */
class NoSound {
  readonly state = 'suspended';
  async resume(): Promise<void> {}
}
/** A browser that cannot be shown pictures. */
class NoPicture {
  async decode(): Promise<void> {
    throw new Error('there is no picture');
  }
}
/** A browser at 18:20 of that evening whose streams say nothing, until `vi.useRealTimers`. */
export function beginEvening(): void {
  vi.stubGlobal('AudioContext', NoSound);
  vi.stubGlobal('EventSource', Silent);
  vi.stubGlobal('Image', NoPicture);
  vi.stubGlobal('ResizeObserver', Size);
  vi.useFakeTimers({
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
    now: NOW,
  });
}
