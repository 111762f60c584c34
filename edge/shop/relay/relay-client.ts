// Plain HTTPS from the store to the relay under /edge/*: pairing, and what people on the LAN ask of the relay.
import type { JsonWebKey } from 'node:crypto';
import { z } from 'zod';
import { problem, type Problem } from '@balcao/shared/http/problem.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Identity } from '../../storage/identity.ts';

const Paired = z.object({ storeId: z.uuid(), publicUrl: z.url({ protocol: /^https?$/ }) });
export type Paired = z.infer<typeof Paired>;
const Refusal = z.looseObject({
  status: z.number(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
});

const UNREACHABLE = problem(
  503,
  'relay-unreachable',
  'Site fora do alcance',
  'Não foi possível falar com o site. Confira o endereço e a internet da loja e tente de novo.',
);
const NO_RELAY = problem(
  502,
  'no-relay',
  'Este endereço não é do Balcão',
  'O endereço respondeu, mas não é um site do Balcão. Confira com quem cuida do site.',
);

export type RelayClient = {
  /** Makes the store known to the relay, at `url` when it is another than the present one; also when it is known already. */
  pair(code: string, name: string, url?: string): Promise<Result<Paired, Problem>>;
  /** A signed request. Rejects without a relay, on a network failure, after `timeoutMs`, or when `signal` says so. */
  request(path: string, init?: RequestInit & { timeoutMs?: number }): Promise<Response>;
};

/** Shows a code and a key to the relay at `url`. Without `storeId` it is the store whose machine the code replaces. */
export async function askToPair(
  url: string,
  asked: {
    code: string;
    publicKey: JsonWebKey;
    storeId?: string;
    name?: string;
    /** The statement of succession, made with the recovery code: by it the machine that is replaced knows that it is. */
    succession?: string;
  },
): Promise<Result<Paired, Problem>> {
  let answer: unknown;
  let ok: boolean;
  try {
    const response = await fetch(`${url}/edge/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: AbortSignal.timeout(10_000),
    });
    ok = response.ok;
    answer = await response.json().catch(() => null);
  } catch {
    // A wrong name, a closed port, a bad certificate: for who typed the address it is all one.
    return refused(UNREACHABLE);
  }
  if (!ok) {
    const refusal = Refusal.safeParse(answer);
    return refused(refusal.success ? ({ type: 'about:blank', ...refusal.data } as Problem) : NO_RELAY);
  }
  const paired = Paired.safeParse(answer);
  return paired.success ? accepted(paired.data) : refused(NO_RELAY);
}

export function createRelayClient(deps: {
  relayUrl: () => string | null;
  identity: Pick<Identity, 'storeId' | 'deviceKey'>;
  token: () => Promise<string>;
}): RelayClient {
  const { relayUrl, identity, token } = deps;
  return {
    pair: (code, name, url = relayUrl() ?? '') =>
      askToPair(url, {
        code,
        storeId: identity.storeId,
        publicKey: identity.deviceKey.publicJwk,
        name,
      }),

    async request(path, init = {}) {
      const { timeoutMs = 10_000, headers, signal, ...rest } = init;
      const url = relayUrl();
      if (url === null) throw new Error('there is no relay');
      return fetch(`${url}${path}`, {
        ...rest,
        headers: {
          ...(headers as Record<string, string> | undefined),
          authorization: `Bearer ${await token()}`,
        },
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
    },
  };
}
