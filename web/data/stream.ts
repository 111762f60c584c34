// One server-sent event stream that stays up: reconnects by itself and says whether it is live. A server that is silent, and a device
// that has gone offline, are noticed: the browser alone keeps a dead connection for minutes.
// Never interprets an event; whoever opened it does.
import { LIVE_PING_MS } from '@balcao/shared/http/live.ts';

export type StreamState = 'connecting' | 'live' | 'lost';

export type StreamOptions = {
  /** Asked before every connection; `lastEventId` is that of the newest event heard, or null. */
  url: (lastEventId: string | null) => string;
  events: readonly string[];
  onEvent: (event: string, data: unknown) => void;
  onState?: (state: StreamState) => void;
};

const RETRY_MS_FIRST = 1_000;
const RETRY_MS_MAX = 20_000;
/** Two pings that did not come, and some time on the way. */
const SILENCE_MS_MAX = 2 * LIVE_PING_MS + 5_000;

/** Opens the stream at once; the returned function closes it for good. */
export function openStream({ url, events, onEvent, onState }: StreamOptions): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lastEventId: string | null = null;

  const hear = (message: MessageEvent<string>) => {
    if (message.lastEventId !== '') lastEventId = message.lastEventId;
    const data = parse(message.data);
    if (data !== undefined) onEvent(message.type, data);
  };

  const stop = () => {
    clearTimeout(retry);
    clearTimeout(silence);
    source?.close();
  };

  // The browser's own retry gives up on an HTTP error; ours does not, and backs off.
  const lose = () => {
    stop();
    onState?.('lost');
    failures += 1;
    retry = setTimeout(connect, Math.random() * Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** failures));
  };

  const listen = () => {
    clearTimeout(silence);
    silence = setTimeout(lose, SILENCE_MS_MAX);
  };

  const connect = () => {
    stop();
    const opened = new EventSource(url(lastEventId));
    source = opened;
    listen();
    opened.addEventListener('open', () => {
      failures = 0;
      onState?.('live');
    });
    opened.addEventListener('error', lose);
    for (const event of ['open', 'ping', ...events]) opened.addEventListener(event, listen);
    for (const event of events) opened.addEventListener(event, hear);
  };

  // A phone that wakes, or a network that returns, need not wait for the timer.
  const wake = () => {
    if (document.visibilityState !== 'visible' || source?.readyState === EventSource.OPEN) return;
    failures = 0;
    connect();
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
  window.addEventListener('offline', lose);
  onState?.('connecting');
  connect();

  return () => {
    stop();
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', lose);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn('an event without valid JSON was dropped', error);
    return undefined;
  }
}
