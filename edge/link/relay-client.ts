// Plain HTTPS from the store to the relay under /edge/*: pairing, and what people on the LAN ask of the relay.
import type { Identity } from '../db/identity.ts';

export type RelayClient = {
  /** Makes the store known to the relay. True when it is (also when it was already). */
  pair(
    code: string,
    name: string,
  ): Promise<{ paired: true; publicUrl: string } | { paired: false; reason: string }>;
  /** A signed request. Rejects on a network failure or after `timeoutMs`. */
  request(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<Response>;
};

export function createRelayClient(given: {
  relayUrl: string;
  identity: Pick<Identity, 'storeId' | 'deviceKey'>;
  token: () => Promise<string>;
}): RelayClient {
  const { relayUrl, identity, token } = given;
  return {
    async pair(code, name) {
      const response = await fetch(`${relayUrl}/edge/pair`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          code,
          storeId: identity.storeId,
          publicKey: identity.deviceKey.publicJwk,
          name,
        }),
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) return { paired: false, reason: `the relay answered ${response.status}` };
      const { publicUrl } = (await response.json()) as { publicUrl: string };
      return { paired: true, publicUrl };
    },

    async request(path, init = {}) {
      const { timeoutMs = 10_000, headers, ...rest } = init;
      return fetch(`${relayUrl}${path}`, {
        ...rest,
        headers: {
          ...(headers as Record<string, string> | undefined),
          authorization: `Bearer ${await token()}`,
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
    },
  };
}
