// Who edits the menu of a simulated evening: at the counter, and from home, where the answer may come late or never.
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import type { Host } from '../auditor/history.ts';
import type { Doors } from './doors.ts';
import type { Recorder } from './recorder.ts';

export type EditStep = { do: 'price' | 'sold-out'; entry: number; value: number; by?: 'counter' | 'home' };

const MINUTE = 60_000;

export function createEditors(deps: {
  doors: Pick<Doors, 'asStaff' | 'fromHome' | 'atStore' | 'atRelay'>;
  recorder: Recorder;
  menu: () => Menu;
  surprises: string[];
}) {
  const { doors, recorder, surprises } = deps;
  const edited = new Set<string>();
  let edits = 0;

  function change(entry: string, fields: object, by: 'counter' | 'home'): Promise<Response> {
    const path = `/api/staff/catalog/toppings/${entry}`;
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'PATCH', headers, body: JSON.stringify(fields) };
    return by === 'home' ? doors.fromHome(path, init) : doors.asStaff(path, init);
  }

  const menuAt = async (host: Host): Promise<string> =>
    (host === 'relay' ? await doors.atRelay('/api/menu', {}) : await doors.atStore('/api/menu', {})).text();

  return {
    async take({ do: what, entry: index, value, by = 'counter' }: EditStep): Promise<void> {
      const { toppings } = deps.menu();
      const entry = toppings[index % toppings.length];
      if (!entry) return;
      if (what === 'sold-out') {
        const answer = await change(entry.id, { soldOutUntilMs: Date.now() + value * MINUTE }, 'counter');
        await answer.body?.cancel();
        if (answer.status !== 200) surprises.push(`an edit of the menu was answered with ${answer.status}`);
        return;
      }
      edits += 1;
      const edit = edits;
      const cents = value * 10;
      edited.add(entry.id);
      recorder.add({ type: 'edit', edit, by, entry: entry.id, cents });
      const over = (status: number): void => recorder.add({ type: 'edited', edit, status });
      const answered = change(entry.id, { priceCents: cents }, by).then(async (answer) => {
        await answer.body?.cancel();
        if (by === 'counter' && answer.status !== 200)
          surprises.push(`an edit of the menu was answered with ${answer.status}`);
        over(answer.status);
      });
      // At home one waits for as long as the link takes, and the evening goes on.
      if (by === 'counter') await answered;
      else void answered.catch(() => over(0));
    },

    /** The menu as each side shows it, and what has become of the prices that were edited. */
    async end(): Promise<void> {
      for (const host of ['store', 'relay'] as const) {
        const content = await menuAt(host);
        recorder.state({ type: 'menu', host, content });
        for (const { id, priceCents } of (JSON.parse(content) as Menu).toppings)
          if (edited.has(id)) recorder.state({ type: 'price', host, entry: id, cents: priceCents });
      }
    },
  };
}
