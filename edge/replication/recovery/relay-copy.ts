// Reading the relay's copy of this store, page by page.
import { RecoveryPage, RecoverySummary } from '@balcao/shared/link/recovery.ts';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import type { RelayClient } from '../../shop/relay/relay-client.ts';

const PAGE_MS_MAX = 30_000;

/** The relay does not know the key that this machine proves itself with. */
export class DeviceRefused extends Error {}

export type RelayCopy = ReturnType<typeof createRelayCopy>;

/** Every call rejects when the relay cannot be reached or does not answer well. */
export function createRelayCopy(request: RelayClient['request']) {
  async function ask(path: string): Promise<Response> {
    const response = await request(path, { timeoutMs: PAGE_MS_MAX });
    if (response.status === 401) throw new DeviceRefused(`the relay answered 401 to ${path}`);
    if (!response.ok) throw new Error(`the relay answered ${response.status} to ${path}`);
    return response;
  }
  return {
    summary: async (): Promise<RecoverySummary> =>
      RecoverySummary.parse(await (await ask('/edge/restore')).json()),

    rows: async (after: number): Promise<ReceivedRow[]> =>
      RecoveryPage.parse(await (await ask(`/edge/restore/rows?after=${after}`)).json()).rows,

    document: async (): Promise<Uint8Array> =>
      new Uint8Array(await (await ask('/edge/restore/document')).arrayBuffer()),

    async image(hash: string, variant: string): Promise<{ mediaType: string; bytes: Buffer }> {
      const response = await ask(`/edge/restore/images/${hash}/${variant}`);
      return {
        mediaType: response.headers.get('content-type') ?? '',
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
}
