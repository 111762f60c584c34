// What the simulator accepts when nobody says otherwise. These values open no door anywhere else: they are
// printed, committed and passed around on purpose, and must never be mistaken for an account's.

export const DEMO_ACCESS_TOKEN = 'APP_USR-SIMULADOR-4010-access-token';
export const DEMO_PUBLIC_KEY = 'APP_USR-SIMULADOR-4010-public-key';
export const DEMO_WEBHOOK_SECRET = 'segredo-do-simulador-apenas-para-demonstracao';
/** The payee of every payment made here: `collector_id` of payments, `id` of `GET /users/me`. */
export const DEMO_COLLECTOR_ID = 401_040_104;
export const DEMO_PORT = 4010;
/** The account as a shop enters it. */
export const DEMO_ACCOUNT = {
  accessToken: DEMO_ACCESS_TOKEN,
  publicKey: DEMO_PUBLIC_KEY,
  webhookSecret: DEMO_WEBHOOK_SECRET,
};
