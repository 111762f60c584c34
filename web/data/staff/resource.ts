// Something a staff screen reads from the server: kept while it is loaded again, so that nothing blinks.
import { useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiReply, ApiRoute, CallOf } from '@balcao/shared/http/api.ts';
import { addressOf, ApiError, request } from '../request.ts';
import { endSessionAtom } from './session/session.ts';

export type Resource<T> = {
  value: T | null;
  error: unknown;
  loading: boolean;
  reload: () => Promise<void>;
  set: (change: (value: T) => T) => void;
};

type ReadRoute = ApiRoute & `GET ${string}`;
type Loading = { turn?: unknown };
type LoadArguments<R extends ReadRoute> =
  Record<string, never> extends CallOf<R> ? [(CallOf<R> & Loading)?] : [CallOf<R> & Loading];

/** Loads a route at first, when what is asked changes, and whenever `turn` does; `null` loads nothing. */
export function useLoaded<R extends ReadRoute>(
  route: R | null,
  ...options: LoadArguments<R>
): Resource<ApiReply<R>>;
export function useLoaded(
  route: string | null,
  { params, query, turn }: Loading & Asked = {},
): Resource<unknown> {
  const path = route === null ? null : addressOf(route.replace(/^GET /, ''), params, query);
  return useAddress(path, turn);
}
type Asked = {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string> | undefined;
};

function useAddress(path: string | null, turn: unknown = 0): Resource<unknown> {
  const [held, setHeld] = useState<{
    /** What the value was read from: it outlives a failed reload, not a failed question about something else. */
    path: string | null;
    value: unknown;
    error: unknown;
    loading: boolean;
  }>({
    path,
    value: null,
    error: null,
    loading: path !== null,
  });
  const newest = useRef(0);
  const endSession = useSetAtom(endSessionAtom);

  const reload = useCallback(async () => {
    if (path === null) return;
    const turnOfThis = (newest.current += 1);
    setHeld((before) => ({ ...before, loading: true }));
    try {
      const value = await request(path);
      if (newest.current === turnOfThis) setHeld({ path, value, error: null, loading: false });
    } catch (error) {
      if (newest.current !== turnOfThis) return;
      if (error instanceof ApiError && error.status === 401) endSession();
      setHeld((before) => ({
        path,
        value: before.path === path ? before.value : null,
        error,
        loading: false,
      }));
    }
  }, [path, endSession]);

  useEffect(() => {
    void reload();
    return () => {
      // An answer that comes after the screen has gone, or asks for something else, is nobody's.
      newest.current += 1;
    };
  }, [reload, turn]);

  const set = useCallback((change: (value: unknown) => unknown) => {
    setHeld((before) => (before.value === null ? before : { ...before, value: change(before.value) }));
  }, []);
  return { value: held.value, error: held.error, loading: held.loading, reload, set };
}
