// What a guided run is given, and how its parts ask the provider. Types only.
import type { REHEARSED_APIS } from './mercado-pago-apis.ts';

/** One question to the provider under the name of its step; what is answered is recorded. */
export type Call = (
  step: string,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<unknown>;

export type Rehearsal = {
  /** Through which of the provider's interfaces. */
  api: keyof typeof REHEARSED_APIS;
  baseUrl: string;
  accessToken: string;
  /** Shows a text to the person and waits for what is typed; empty is Enter. */
  ask: (text: string) => Promise<string>;
  say: (text: string) => void;
  pause: (ms: number) => Promise<void>;
  nowMs: () => number;
  /** How often a payment is looked at before it counts as not paid. */
  looksMax?: number;
};
