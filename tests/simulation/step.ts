// What may happen in a simulated evening.
import type { DrawerStep } from './drawer.ts';
import type { EditStep } from './editors.ts';
import type { Weather } from './faulty-link.ts';
import type { RefundStep } from './refunds.ts';
import type { WholesaleStep } from './wholesale.ts';

/** What people do. An `order` below zero is counted from the newest. */
type OrderStep =
  /** `other`: at a process of the relay that holds no link. */
  | { do: 'order'; host: 'store' | 'relay' | 'other'; wrongTotal?: boolean }
  /** `reuse`: something else under an id that is taken. */
  | { do: 'again' | 'reuse'; order: number }
  /** `look` at the store, `track` at the relay. */
  | { do: 'work' | 'cancel' | 'pix' | 'look' | 'track'; order: number }
  | { do: 'cash'; order: number; above?: number }
  | { do: 'tap'; order: number; step: string }
  | { do: 'fact'; order: number; status: 'pending' | 'approved' | 'rejected' }
  | { do: 'pay'; payment: number; short?: boolean }
  | { do: 'notice'; payment: number }
  | { do: 'provider'; how: 'out-of-reach' | 'answers-lost'; calls: number }
  /** The staff take every order one step on, whoever knows of it. */
  | { do: 'kitchen' };

export type PeopleStep = OrderStep | DrawerStep | EditStep | RefundStep | WholesaleStep;

export type Step =
  | PeopleStep
  | { do: 'dial' | 'cut' | 'freeze' }
  | { do: 'crash'; side: 'store' | 'relay' }
  | { do: 'wait'; ms: number }
  /** Whoever was told to wait looks again. */
  | { do: 'ask' }
  | ({ do: 'weather' } & Partial<Weather>)
  /** The relay looks at what waits. */
  | { do: 'round' }
  /** The relay's process hangs, and another takes its place; later it wakes up for its last statements. */
  | { do: 'hang' | 'wake-up' }
  /** The relay is replaced with care. */
  | { do: 'redeploy' }
  /** The store's disk begins to lie, and then power goes: what was written meanwhile is gone. */
  | { do: 'lie' | 'power' }
  /** A byte of the log changes on the wire; a person has the relay begin its copy anew. */
  | { do: 'damage' | 'start-over' }
  | { do: 'clock'; ms: number };
