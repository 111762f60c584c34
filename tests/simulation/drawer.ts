// The cash drawer of a simulated evening: opened, money in and out, counted and closed, and what the recorder saw of it.
import { v7 as uuidv7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { post, type Doors } from './doors.ts';
import type { Recorder } from './recorder.ts';

/** `again`: the last thing once more, as a finger does that was not sure. */
export type DrawerStep = { do: 'drawer'; how: keyof typeof PATHS | 'again'; cents: number };

const PATHS = { open: '', close: '/close', suprimento: '/movements', sangria: '/movements' } as const;

export function createDrawer({ asStaff }: Pick<Doors, 'asStaff'>, recorder: Recorder) {
  let last: { id: string; how: keyof typeof PATHS; cents: number } | null = null;

  return async function takeAtDrawer({ how, cents }: DrawerStep): Promise<void> {
    const asked = how === 'again' ? last : { id: uuidv7(), how, cents };
    if (asked === null) return;
    last = asked;
    const bodies = {
      open: { id: asked.id, floatCents: asked.cents },
      close: { countedCents: asked.cents },
      suprimento: { id: asked.id, kind: asked.how, amountCents: asked.cents, note: '' },
      sangria: { id: asked.id, kind: asked.how, amountCents: asked.cents, note: '' },
    };
    const answer = await asStaff(`/api/staff/cash-session${PATHS[asked.how]}`, post(bodies[asked.how]));
    const said = (await answer.json()) as Partial<CashClose>;
    recorder.add({
      type: 'drawer',
      id: asked.id,
      did: asked.how,
      cents: asked.cents,
      status: answer.status,
      close:
        answer.status === 201
          ? {
              number: said.number ?? 0,
              expectedCents: said.expectedCents ?? 0,
              differenceCents: said.differenceCents ?? 0,
            }
          : null,
    });
  };
}
