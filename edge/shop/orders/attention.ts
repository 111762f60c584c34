// What a fact of a payment leaves to a person.

/** Why a person must look at a payment; `withdrawn`: its return took the order out of the kitchen. */
export type Attention = 'refund-late' | 'refund-duplicate' | 'mismatch' | 'charged-back' | 'withdrawn';
