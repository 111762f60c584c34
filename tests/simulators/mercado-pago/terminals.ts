// The card terminals of the simulated account: which there are, how they work, and what somebody does in front of one. The money is the
// ledger's.
import { Hono } from 'hono';
import { isObject, plainText } from './create-request.ts';
import { refusal, type ApiRefusal } from './refusal.ts';

type Mode = 'PDV' | 'STANDALONE';
export type Terminal = { id: string; posId: number; storeId: string; mode: Mode };

/** What the demo account has: one that is ready, and one that works by itself still. */
export const DEMO_TERMINALS: readonly Terminal[] = [
  { id: 'NEWLAND_N950__N950NCB801293324', posId: 47792476, storeId: '47792478', mode: 'PDV' },
  { id: 'PAX_A910__SMARTPOS1495385921', posId: 47792477, storeId: '47792478', mode: 'STANDALONE' },
];

export type Terminals = ReturnType<typeof createTerminals>;

const PAGE_MAX = 50;

export function createTerminals(answer: (why: ApiRefusal) => Response) {
  let terminals: Terminal[] = DEMO_TERMINALS.map((one) => ({ ...one }));
  const app = new Hono({ strict: false });
  const no = (status: ApiRefusal['status'], code: string, message: string) =>
    answer(refusal(status, code, message, code));

  app.get('/list', (c) => {
    const limit = Math.min(Number(c.req.query('limit') ?? PAGE_MAX), PAGE_MAX);
    const offset = Number(c.req.query('offset') ?? 0);
    return c.json({
      data: {
        terminals: terminals.slice(offset, offset + limit).map(({ id, posId, storeId, mode }) => ({
          id,
          pos_id: posId,
          store_id: storeId,
          external_pos_id: `CAIXA${posId}`,
          operating_mode: mode,
        })),
      },
      paging: { total: terminals.length, limit, offset },
    });
  });

  app.patch('/setup', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const listed = isObject(body) ? body['terminals'] : null;
    const one: unknown = Array.isArray(listed) && listed.length === 1 ? listed[0] : null;
    if (!isObject(one)) return no(400, 'required_properties', 'terminals: one');
    const mode = plainText(one['operating_mode']);
    if (mode !== 'PDV' && mode !== 'STANDALONE') return no(400, 'property_value', 'operating_mode');
    const terminal = terminals.find(({ id }) => id === one['id']);
    if (terminal === undefined) return no(404, 'not_found', 'Terminal not found');
    terminal.mode = mode;
    return c.json({ terminals: [{ id: terminal.id, operating_mode: mode }] });
  });

  return {
    app,
    has: (id: string): boolean => terminals.some((one) => one.id === id),
    /** The account gets others, as when one is sold. */
    set: (next: readonly Terminal[]) => {
      terminals = next.map((one) => ({ ...one }));
    },
    list: (): readonly Terminal[] => terminals,
  };
}
