// Light or dark for one staff screen, remembered on the device. Nothing is said to customers' screens.
import { useCallback, useLayoutEffect, useState } from 'react';
import { readStored, writeStored } from '../../device.ts';

const THEMES = { light: 'acai', dark: 'acai-noite' } as const;
export type ThemeName = keyof typeof THEMES;

export function useStaffTheme(screen: string, standard: ThemeName): [ThemeName, () => void] {
  const key = `balcao-staff-theme-${screen}`;
  const [theme, setTheme] = useState<ThemeName>(() => {
    const stored = readStored(key);
    return stored === 'light' || stored === 'dark' ? stored : standard;
  });
  // Before the first paint: a dark kitchen does not flash.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.dataset['theme'] = THEMES[theme];
    return () => {
      delete root.dataset['theme'];
    };
  }, [theme]);
  const toggle = useCallback(() => {
    setTheme((before) => {
      const next = before === 'dark' ? 'light' : 'dark';
      writeStored(key, next);
      return next;
    });
  }, [key]);
  return [theme, toggle];
}

/** Admin follows the device. */
export const deviceTheme = (): ThemeName =>
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
