// Apart from the schemas, so that a screen that counts stations downloads none.

/** How many stations a kitchen has, at most. */
export const STATIONS_MAX = 6;
