// The panel of a TV that was let in: read once, then told by the store, and read again now and then for what no event says.
import type { TvPanel } from '@balcao/shared/http/tv.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../data/request.ts';
import { openStream } from '../../data/stream.ts';

export type TvFeed =
  | { state: 'looking'; lost: boolean }
  /** The store does not know this TV. */
  | { state: 'out' }
  | { state: 'panel'; panel: TvPanel; skewMs: number; lost: boolean };

const RETRY_MS = 3_000;
/** The day turns without an event. */
const LOOK_MS = 60_000;

const isPanel = (data: unknown): data is TvPanel =>
  typeof data === 'object' && data !== null && 'ready' in data && 'preparing' in data;

export function useTvPanel(): [TvFeed, () => void] {
  const [feed, setFeed] = useState<TvFeed>({ state: 'looking', lost: false });
  const [turn, setTurn] = useState(0);
  const close = useRef<(() => void) | null>(null);
  useEffect(() => {
    let stopped = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const show = (panel: TvPanel): void =>
      setFeed({ state: 'panel', panel, skewMs: panel.now - Date.now(), lost: false });
    const lose = (): void =>
      setFeed((before) => (before.state === 'out' ? before : { ...before, lost: true }));
    const lookSoon = (): void => {
      clearTimeout(retry);
      retry = setTimeout(() => void look(), RETRY_MS);
    };
    const look = async (): Promise<void> => {
      try {
        const panel = await call('GET /api/tv/panel', { timeoutMs: 6_000 });
        if (stopped) return;
        show(panel);
        close.current ??= openStream({
          url: () => '/api/tv/live',
          events: ['panel'],
          onEvent: (_event, data) => (isPanel(data) ? show(data) : undefined),
          onState: (state) => {
            if (state !== 'lost') return;
            lose();
            lookSoon();
          },
        });
      } catch (error) {
        if (stopped) return;
        if (
          error instanceof ApiError &&
          (error.status === 401 || error.status === 403 || error.status === 404)
        ) {
          close.current?.();
          close.current = null;
          setFeed({ state: 'out' });
          return;
        }
        lose();
        lookSoon();
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      stopped = true;
      clearTimeout(retry);
      clearInterval(timer);
      close.current?.();
      close.current = null;
    };
  }, [turn]);
  const lookAgain = useCallback(() => setTurn((before) => before + 1), []);
  return [feed, lookAgain];
}
