// What every way to pay an order is given.

export type Method = 'pix' | 'credit_card' | 'cash';

export type PayableOrder = { code: string; totalCents: number };
