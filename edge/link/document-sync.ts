// Keeps the menu document in step with the relay's replica, over the ordinary y-websocket protocol.
import { WebSocket } from 'ws';
import { WebsocketProvider } from 'y-websocket';
import type * as Y from 'yjs';

const TOKEN_REFRESH_MS = 30_000;

export type DocumentSync = { start(): void; drain(): void; synced(): boolean };

export function createDocumentSync(given: {
  relayUrl: string;
  storeId: string;
  doc: Y.Doc;
  token: () => Promise<string>;
  /** Stands in for the socket to the relay, in the simulation. */
  socket?: typeof WebSocket;
}): DocumentSync {
  let token = '';
  let refresh: NodeJS.Timeout | null = null;
  let stopped = false;

  // y-websocket opens its own sockets; the device's token travels as a header, never in the address.
  class AuthorizedWebSocket extends (given.socket ?? WebSocket) {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols, { headers: { authorization: `Bearer ${token}` }, perMessageDeflate: false });
    }
  }

  const provider = new WebsocketProvider(
    `${given.relayUrl.replace(/^http/, 'ws')}/doc`,
    given.storeId,
    given.doc,
    {
      connect: false,
      disableBc: true,
      maxBackoffTime: 5000,
      WebSocketPolyfill: AuthorizedWebSocket as never,
    },
  );

  async function renew(): Promise<void> {
    token = await given.token();
    if (stopped) return;
    refresh = setTimeout(() => void renew(), TOKEN_REFRESH_MS);
    refresh.unref();
  }

  return {
    start: () => void renew().then(() => (stopped ? undefined : provider.connect())),
    drain(): void {
      stopped = true;
      if (refresh) clearTimeout(refresh);
      provider.destroy();
    },
    synced: () => provider.synced,
  };
}
