// The part of multicast-dns that the tests use: it ships no types.
declare module 'multicast-dns' {
  import type { EventEmitter } from 'node:events';

  export type MdnsRecord = { name: string; type: string; ttl?: number; data?: unknown };
  export type MdnsPacket = { answers: MdnsRecord[]; additionals: MdnsRecord[] };

  export type MulticastDns = EventEmitter<{
    response: [packet: MdnsPacket];
    ready: [];
    query: [packet: { questions: { name: string; type: string }[] }];
  }> & {
    query(name: string, type: string): void;
    respond(packet: { answers: MdnsRecord[]; additionals?: MdnsRecord[] }): void;
    destroy(done?: () => void): void;
  };

  export default function multicastDns(options?: object): MulticastDns;
}
