// Hears at once when an order that was found has changed; looks now and then as well, for a stream on a dead network says nothing.
import { useEffect, useRef } from 'react';
import { openStream } from '../../data/stream.ts';

const LOOK_AGAIN_MS = 15_000;

/** `ticket` null: nothing was found, or the server gives none. `look` is called for whatever may be news. */
export function useOrderChanges(isShown: boolean, ticket: string | null, look: () => void): void {
  const latest = useRef({ ticket, look });
  useEffect(() => {
    latest.current = { ticket, look };
  });

  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current.look();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isShown]);

  const follows = isShown && ticket !== null;
  useEffect(() => {
    if (!follows) return;
    let isFirst = true;
    // A newer ticket is used at the next connection.
    return openStream({
      url: () => `/api/live?ticket=${encodeURIComponent(latest.current.ticket ?? '')}`,
      events: ['hello', 'wholesale'],
      onEvent: (event) => {
        // What changed while the connection was away was not told; the first time everything was just read.
        if (event !== 'hello' || !isFirst) latest.current.look();
        isFirst = false;
      },
    });
  }, [follows]);
}
