// How high each ticket stands once it is drawn: what the lanes are reckoned from.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { HEIGHT_GUESS_PX } from './lanes.ts';

export type Heights = {
  /** In CSS pixels; a guess until it was drawn. */
  of: (id: string) => number;
  /** For the element that carries the id as `data-ticket`. */
  watch: (element: HTMLElement | null) => (() => void) | undefined;
};

export function useTicketHeights(): Heights {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const observer = useRef<ResizeObserver | null>(null);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    observer.current ??= new ResizeObserver((entries) =>
      setHeights((before) => {
        const next = new Map(before);
        for (const { target } of entries) {
          const id = (target as HTMLElement).dataset['ticket'];
          if (id !== undefined && target.isConnected) next.set(id, (target as HTMLElement).offsetHeight);
        }
        return next;
      }),
    );
    observer.current.observe(element);
    return () => {
      observer.current?.unobserve(element);
      const id = element.dataset['ticket'];
      setHeights((before) => {
        if (id === undefined || document.querySelector(`[data-ticket="${id}"]`)) return before;
        const next = new Map(before);
        next.delete(id);
        return next;
      });
    };
  }, []);
  useEffect(() => () => observer.current?.disconnect(), []);
  return useMemo(() => ({ of: (id) => heights.get(id) ?? HEIGHT_GUESS_PX, watch }), [heights, watch]);
}
