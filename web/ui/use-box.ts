// An element and the size of its inside, kept while the screen is turned or a notice takes a line.
import { useEffect, useRef, useState } from 'react';

/** A ref for the element, and its content box in CSS pixels; 0 × 0 until it was drawn. */
export function useBox<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [box, setBox] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setBox(entry.contentRect);
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [ref, box] as const;
}
