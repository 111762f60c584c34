// The account's card terminals at Mercado Pago: which there are, and whether they take what they are sent.
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { buildError, MPConnectionError } from 'mercadopago/dist/utils/errors/index.js';
import type { MercadoPagoConfig } from 'mercadopago';
import { z } from 'zod';
import { accepted, refused } from '@balcao/shared/result.ts';
import { getJson, type Call } from './mercado-pago-calls.ts';
import type { Provider, ProviderTerminal } from './provider.ts';

const PAGE = 50;
const PAGES_MAX = 4;
/** Sent what the point of sale sends; the other mode is for a terminal that stands by itself. */
const INTEGRATED = 'PDV';

const TerminalJson = z.looseObject({ id: z.string().min(1).max(80), operating_mode: z.string().nullish() });
const ListJson = z.looseObject({ data: z.looseObject({ terminals: z.array(TerminalJson).nullish() }) });
const SetUpJson = z.looseObject({ terminals: z.array(TerminalJson) });

const terminalOf = (json: z.infer<typeof TerminalJson>): ProviderTerminal => ({
  id: json.id,
  isIntegrated: json.operating_mode === INTEGRATED,
});

/** The calls of the port that concern terminals and no payment. */
export function createTerminals(call: Call): Pick<Provider, 'listTerminals' | 'integrateTerminal'> {
  return {
    async listTerminals(account) {
      const found: ProviderTerminal[] = [];
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const read = await call(account, ListJson, (config) =>
          getJson(`/terminals/v1/list?limit=${PAGE}&offset=${page * PAGE}`, config),
        );
        if (!read.ok) return read;
        const terminals = read.value.data.terminals ?? [];
        found.push(...terminals.map(terminalOf));
        if (terminals.length < PAGE) break;
      }
      return accepted(found);
    },

    async integrateTerminal(account, terminalId) {
      const read = await call(account, SetUpJson, (config) => setUp(config, terminalId));
      if (!read.ok) return read;
      const own = read.value.terminals.find(({ id }) => id === terminalId);
      return own === undefined ? refused({ kind: 'not-found' }) : accepted(terminalOf(own));
    },
  };
}

const ErrorsJson = z.looseObject({ errors: z.array(z.looseObject({ code: z.string() })).min(1) });

/** Sent here and not through the SDK, which knows no PATCH of it. */
async function setUp(config: MercadoPagoConfig, terminalId: string): Promise<unknown> {
  const response = await fetch(`${AppConfig.BASE_URL}/terminals/v1/setup`, {
    method: 'PATCH',
    signal: AbortSignal.timeout(config.options?.timeout ?? AppConfig.DEFAULT_TIMEOUT),
    headers: { authorization: `Bearer ${config.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ terminals: [{ id: terminalId, operating_mode: INTEGRATED }] }),
  }).catch((error: unknown) => {
    throw new MPConnectionError(error);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer;
  const code = (ErrorsJson.safeParse(answer).data?.errors[0]?.code ?? '').slice(0, 40);
  throw buildError(response.status, { error: code, cause: code === '' ? [] : [{ code }] }, null);
}
