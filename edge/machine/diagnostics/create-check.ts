import type { Check } from '@balcao/shared/http/diagnostics.ts';

/** Makes a check of what was found. */
export type CreateCheck = (state: Check['state'], text: string) => Check;
