// The browser's storage, for tests without a browser.
import { vi } from 'vitest';

/** Puts an empty `localStorage` in place until `vi.unstubAllGlobals`; answers what is kept in it. */
export function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return stored;
}
