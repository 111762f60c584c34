// Draws its children when they are about to be scrolled to, or when the browser has had time: what lies far below must not
// delay what is looked at.
import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';

const IDLE_MS = 1_500;

type Props = {
  /** Keeps the room until then. */
  placeholder: ReactNode;
  /** Somebody is on the way there already. */
  now?: boolean;
  children: ReactNode;
};

export function WhenNear({ placeholder, now = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const wanted = near || now;
  useEffect(() => {
    if (wanted) return;
    const show = () => startTransition(() => setNear(true));
    const timer = setTimeout(show, IDLE_MS);
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && show(), {
      rootMargin: '400px',
    });
    if (place.current) watch.observe(place.current);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
    };
  }, [wanted]);
  return wanted ? children : <div ref={place}>{placeholder}</div>;
}
