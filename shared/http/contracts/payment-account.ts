// The shop's account at the payment provider: kept sealed at the relay, tried, changed and forgotten.
import { defineContract } from '../contract.ts';
import { ChangedApi, Credentials, CredentialsState, CredentialsTest, TestCredentials } from '../payments.ts';
import { CREDENTIALS_REFUSALS } from '../refusals/payment.ts';

// The store's own device asks these of the relay.
export const readCredentials = defineContract({
  method: 'get',
  path: '/edge/payments/credentials',
  summary: 'Whether there is an account, never the account',
  access: 'device',
  answers: { 200: CredentialsState },
});

export const keepCredentials = defineContract({
  method: 'put',
  path: '/edge/payments/credentials',
  summary: 'Keeps an account, sealed, after the provider has accepted it',
  access: 'device',
  body: Credentials,
  answers: { 200: CredentialsTest },
  refusals: CREDENTIALS_REFUSALS,
});

export const testCredentials = defineContract({
  method: 'post',
  path: '/edge/payments/credentials/test',
  summary: 'Says what is wrong with an account: the given one, or the kept one',
  access: 'device',
  body: TestCredentials,
  answers: { 200: CredentialsTest },
});

export const changeCredentialsApi = defineContract({
  method: 'put',
  path: '/edge/payments/credentials/api',
  summary: "Changes through which of the provider's interfaces new payments are made",
  access: 'device',
  body: ChangedApi,
  answers: { 200: CredentialsState },
  refusals: CREDENTIALS_REFUSALS,
});

export const forgetCredentials = defineContract({
  method: 'delete',
  path: '/edge/payments/credentials',
  summary: 'Forgets the account',
  access: 'device',
  answers: { 200: CredentialsState },
});

// The shop's people ask these of the store, which asks the relay: its words are passed on as they are.
export const readAccount = defineContract({
  method: 'get',
  path: '/api/staff/payments/credentials',
  summary: 'Whether there is an account, never the account',
  access: 'staff',
  answers: { 200: CredentialsState },
});

export const keepAccount = defineContract({
  method: 'put',
  path: '/api/staff/payments/credentials',
  summary: 'Keep an account, after the provider has accepted it',
  access: 'staff',
  body: Credentials,
  answers: { 200: CredentialsTest },
});

export const testAccount = defineContract({
  method: 'post',
  path: '/api/staff/payments/credentials/test',
  summary: 'Says what is wrong with an account: the given one, or the kept one',
  access: 'staff',
  body: TestCredentials,
  answers: { 200: CredentialsTest },
});

export const changeAccountApi = defineContract({
  method: 'put',
  path: '/api/staff/payments/credentials/api',
  summary: "Change through which of the provider's interfaces new payments are made",
  access: 'staff',
  body: ChangedApi,
  answers: { 200: CredentialsState },
});

export const forgetAccount = defineContract({
  method: 'delete',
  path: '/api/staff/payments/credentials',
  summary: 'Forget the account',
  access: 'staff',
  answers: { 200: CredentialsState },
});
