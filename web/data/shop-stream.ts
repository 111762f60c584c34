// The stream of `menu` and `store`, one per browser: the tab that holds the lock listens and tells the others.
// Where there is no Web Locks API (plain http on the shop's Wi-Fi) each tab listens for itself.
import { openStream, type StreamState } from './stream.ts';

type Told = { event: string } | { state: StreamState } | { asked: true };

const NAME = 'balcao-live';
const EVENTS = ['hello', 'menu', 'store'];

/** `onEvent` hears 'hello' after every (re)connection: what was missed meanwhile must be fetched then. */
export function followShop(
  onEvent: (event: string) => void,
  onState: (state: StreamState) => void,
): () => void {
  if (!('locks' in navigator)) {
    return openStream({ url: () => '/api/live', events: EVENTS, onEvent, onState });
  }

  const channel = new BroadcastChannel(NAME);
  const stop = new AbortController();
  const tell = (told: Told) => channel.postMessage(told);
  let leading: StreamState | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('asked' in data) {
      if (leading) tell({ state: leading });
    } else if ('state' in data) onState(data.state);
    else onEvent(data.event);
  });
  tell({ asked: true });

  navigator.locks
    .request(NAME, { signal: stop.signal }, () => {
      const close = openStream({
        url: () => '/api/live',
        events: EVENTS,
        onEvent: (event) => {
          onEvent(event);
          tell({ event });
        },
        onState: (state) => {
          leading = state;
          onState(state);
          tell({ state });
        },
      });
      // The lock is held until this tab goes away.
      return new Promise<void>((resolve) => {
        stop.signal.addEventListener('abort', () => {
          close();
          resolve();
        });
      });
    })
    .catch((error: unknown) => {
      if (!stop.signal.aborted) console.warn('live updates are off in this tab', error);
    });

  return () => {
    stop.abort();
    channel.close();
  };
}
