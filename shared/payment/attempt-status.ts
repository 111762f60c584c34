// What an attempt to pay can be, and what knowing one state and hearing of another comes to: a full table, every cell decided.
import { z } from 'zod';

/** How one attempt to pay stands at the provider; `created`: not sent to the provider yet. */
export const AttemptStatus = z.enum([
  'created',
  'pending',
  'in_process',
  'rejected',
  'cancelled',
  'expired',
  'approved',
  'partially_refunded',
  'refunded',
  'charged_back',
]);
export type AttemptStatus = z.infer<typeof AttemptStatus>;

/** What a status says about money: none yet, none and no more expected, there, or come and gone again. */
export const ATTEMPT_PHASES: Record<AttemptStatus, 'open' | 'no-money' | 'money-in' | 'money-gone'> = {
  created: 'open',
  pending: 'open',
  in_process: 'open',
  rejected: 'no-money',
  cancelled: 'no-money',
  expired: 'no-money',
  approved: 'money-in',
  partially_refunded: 'money-in',
  refunded: 'money-gone',
  charged_back: 'money-gone',
};

/** Somebody may still pay it. */
export const isOpen = (status: AttemptStatus): boolean => ATTEMPT_PHASES[status] === 'open';

/** Money came, and at least a part of it is still there. */
export const isMoneyIn = (status: AttemptStatus): boolean => ATTEMPT_PHASES[status] === 'money-in';

/** Money came, whether or not it is still there. */
export const hasMoneyCome = (status: AttemptStatus): boolean =>
  isMoneyIn(status) || ATTEMPT_PHASES[status] === 'money-gone';

const keep = 'keep';
const take = 'take';

/**
 * Known status × status heard of: whether the known one stays. Never by arrival: `take` in one cell is `keep` in its
 * mirror. Of two that are of one rank (no money came; money went back) one is chosen for good, so that facts merge
 * to the same whichever came first.
 */
export const ATTEMPT_TRANSITIONS: Record<AttemptStatus, Record<AttemptStatus, 'keep' | 'take'>> = {
  created: {
    created: keep,
    pending: take,
    in_process: take,
    rejected: take,
    cancelled: take,
    expired: take,
    approved: take,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  pending: {
    created: keep,
    pending: keep,
    in_process: take,
    rejected: take,
    cancelled: take,
    expired: take,
    approved: take,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  in_process: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: take,
    cancelled: take,
    expired: take,
    approved: take,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  rejected: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: keep,
    cancelled: keep,
    expired: keep,
    approved: take,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  cancelled: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: take,
    cancelled: keep,
    expired: take,
    approved: take,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  expired: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: take,
    cancelled: keep,
    expired: keep,
    approved: take,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  approved: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: keep,
    cancelled: keep,
    expired: keep,
    approved: keep,
    partially_refunded: take,
    refunded: take,
    charged_back: take,
  },
  partially_refunded: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: keep,
    cancelled: keep,
    expired: keep,
    approved: keep,
    partially_refunded: keep,
    refunded: take,
    charged_back: take,
  },
  refunded: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: keep,
    cancelled: keep,
    expired: keep,
    approved: keep,
    partially_refunded: keep,
    refunded: keep,
    charged_back: keep,
  },
  charged_back: {
    created: keep,
    pending: keep,
    in_process: keep,
    rejected: keep,
    cancelled: keep,
    expired: keep,
    approved: keep,
    partially_refunded: keep,
    refunded: take,
    charged_back: keep,
  },
};
