// Of `y-websocket`, whose own types ask for the DOM's socket, what the store uses of it; and of a socket what the library does.
declare module 'y-websocket' {
  import type { Doc } from 'yjs';

  /** Written as methods, for a socket's own handlers take more of an event than is read here. */
  type Heard<E> = { on(event: E): void }['on'] | null;

  export type ProviderSocket = {
    binaryType: string;
    onopen: Heard<unknown>;
    onmessage: Heard<{ readonly data: unknown }>;
    onclose: Heard<unknown>;
    onerror: Heard<unknown>;
    readonly bufferedAmount: number;
    send(bytes: Uint8Array): void;
    close(code?: number): void;
  };

  export class WebsocketProvider {
    constructor(
      serverUrl: string,
      room: string,
      doc: Doc,
      options: {
        connect: boolean;
        disableBc: boolean;
        maxBackoffTime: number;
        WebSocketPolyfill: new (address: string, protocols?: string[]) => ProviderSocket;
      },
    );
    /** Null while there is none. */
    readonly ws: ProviderSocket | null;
    readonly synced: boolean;
    on(event: 'status', hear: (state: { status: 'connecting' | 'connected' | 'disconnected' }) => void): void;
    connect(): void;
    disconnect(): void;
    destroy(): void;
  }
}
