// What waits for a person when it comes back from the relay to a store that runs.

/** These give power over the shop or its money. What else is sealed says only what was done. */
export const PARKED_KINDS = ['user', 'setting', 'key'] as const;
