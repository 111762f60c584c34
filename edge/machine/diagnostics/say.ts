import type { Check } from '@balcao/shared/http/diagnostics.ts';

/** Makes a check of what was found. */
export type Say = (state: Check['state'], text: string) => Check;
