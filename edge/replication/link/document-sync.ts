// Keeps the menu document in step with the relay's replica, over the ordinary y-websocket protocol. What cannot be read ends that
// connection (1007), and the relay is asked again after a pause.
import { WebSocket } from 'ws';
import { WebsocketProvider, type ProviderSocket } from 'y-websocket';
import type * as Y from 'yjs';
import { takeDocumentMessage } from '@balcao/shared/link/document-message.ts';
import { DOCUMENT_MESSAGE_BYTES_MAX, isDeaf } from '@balcao/shared/link/socket-limits.ts';
import { turnAway, type TurnedAway } from '@balcao/shared/link/turned-away.ts';

const TOKEN_REFRESH_MS = 30_000;
const INVALID_PAYLOAD = 1007;

export type DocumentSync = { start(): void; stop(): void; synced(): boolean };

export function createDocumentSync(deps: {
  relayUrl: string;
  storeId: string;
  doc: Y.Doc;
  token: () => Promise<string>;
  log: { warn(details: object, message: string): void };
  /** Stands in for the socket to the relay, in the simulation. */
  socket?: typeof WebSocket;
}): DocumentSync {
  let token = '';
  let refreshTimer: NodeJS.Timeout | null = null;
  let reconnectTimer: NodeJS.Timeout | null = null;
  let turnedAway: TurnedAway | null = null;
  let stopped = false;

  // y-websocket opens its own sockets; the device's token travels as a header, never in the address.
  class AuthorizedWebSocket extends (deps.socket ?? WebSocket) {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, {
        headers: { authorization: `Bearer ${token}` },
        perMessageDeflate: false,
        maxPayload: DOCUMENT_MESSAGE_BYTES_MAX,
      });
    }
  }

  const provider = new WebsocketProvider(
    `${deps.relayUrl.replace(/^http/, 'ws')}/doc`,
    deps.storeId,
    deps.doc,
    {
      connect: false,
      disableBc: true,
      maxBackoffTime: 5000,
      WebSocketPolyfill: AuthorizedWebSocket,
    },
  );
  provider.on('status', ({ status }) => {
    if (status === 'connecting' && provider.ws) guardSocket(provider.ws);
  });

  /** Stands between the socket and what the library has just hung on it. */
  function guardSocket(ws: ProviderSocket): void {
    const deliver = ws.onmessage;
    if (ws instanceof WebSocket) {
      // The library itself ends a message that is too long, and says so here.
      ws.on('error', (error: Error & { code?: string }) => {
        if (provider.ws === ws && error.code?.startsWith('WS_ERR_') === true) pauseConnection();
      });
    }
    ws.onmessage = ({ data }) => {
      // The library throws away what it had: nothing more of this connection is read.
      if (isDeaf(ws)) return pauseConnection();
      const accepted = takeDocumentMessage(data, deps.doc, provider);
      if (accepted !== null) {
        deliver?.call(ws, new MessageEvent('message', { data: accepted }));
        return;
      }
      ws.close(INVALID_PAYLOAD);
      pauseConnection();
    };
  }

  function pauseConnection(): void {
    const nowMs = performance.now();
    turnedAway = turnAway(turnedAway, nowMs);
    const pauseMs = turnedAway.untilMs - nowMs;
    deps.log.warn({ pauseMs }, 'the relay sent something on the menu document that cannot be read');
    provider.disconnect();
    if (reconnectTimer) clearTimeout(reconnectTimer);
    reconnectTimer = setTimeout(() => (stopped ? undefined : provider.connect()), pauseMs);
    reconnectTimer.unref();
  }

  async function renewToken(): Promise<void> {
    try {
      token = await deps.token();
    } catch (error) {
      // The one before is good for a while, and the next is tried like any other.
      deps.log.warn({ err: error }, 'no new word for the menu document could be given');
    }
    if (stopped) return;
    refreshTimer = setTimeout(() => void renewToken(), TOKEN_REFRESH_MS);
    refreshTimer.unref();
  }

  return {
    start: () => void renewToken().then(() => (stopped ? undefined : provider.connect())),
    stop(): void {
      stopped = true;
      if (refreshTimer) clearTimeout(refreshTimer);
      if (reconnectTimer) clearTimeout(reconnectTimer);
      provider.destroy();
    },
    synced: () => provider.synced,
  };
}
