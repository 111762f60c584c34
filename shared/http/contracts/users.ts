// Accounts: the first owner, staff for an administrator, asking for an account, one's own profile and sessions.
import { z } from 'zod';
import { defineContract } from '../contract.ts';
import {
  ACCOUNT_REFUSALS,
  OWNER_PASSWORD_REFUSALS,
  OWNER_SETUP_REFUSALS,
  PIN_REFUSALS,
  PROFILE_REFUSALS,
  SESSION_REFUSALS,
  SIGN_UP_REFUSALS,
} from '../refusals/users.ts';
import { SetPin } from '../pin.ts';
import { OwnSessions, SignedOut } from '../sessions.ts';
import { ResetOwnerPassword, SetupOwner, SetupState } from '../setup.ts';
import { Me } from '../staff.ts';
import {
  NewUser,
  OwnProfile,
  SignUp,
  SignUpState,
  StaffUser,
  StaffUsers,
  TemporaryPassword,
  UserDisabled,
  UserRole,
} from '../users.ts';

const ById = z.object({ id: z.string().min(1).max(64) });

export const readSetup = defineContract({
  method: 'get',
  path: '/api/setup',
  summary: 'Whether there is no owner yet',
  access: 'everybody',
  answers: { 200: SetupState },
});

export const setUpOwner = defineContract({
  method: 'post',
  path: '/api/setup',
  summary: 'Make the first owner, with the code that the store printed',
  access: 'everybody',
  body: SetupOwner,
  answers: { 201: StaffUser },
  refusals: OWNER_SETUP_REFUSALS,
});

export const resetOwnerPassword = defineContract({
  method: 'post',
  path: '/api/setup/password',
  summary: "Set an administrator's forgotten password",
  access: 'everybody',
  body: ResetOwnerPassword,
  answers: { 200: StaffUser },
  refusals: OWNER_PASSWORD_REFUSALS,
});

export const listUsers = defineContract({
  method: 'get',
  path: '/api/staff/users',
  summary: 'Accounts, newest first',
  access: 'staff',
  answers: { 200: StaffUsers },
});

export const createUser = defineContract({
  method: 'post',
  path: '/api/staff/users',
  summary: 'Make an account',
  access: 'staff',
  body: NewUser,
  answers: { 201: StaffUser },
  refusals: ACCOUNT_REFUSALS,
});

export const changeUserRole = defineContract({
  method: 'patch',
  path: '/api/staff/users/{id}',
  summary: 'Give an account a role, or take it away',
  access: 'staff',
  params: ById,
  body: UserRole,
  answers: { 200: StaffUser },
  refusals: ACCOUNT_REFUSALS,
});

export const resetUserPassword = defineContract({
  method: 'post',
  path: '/api/staff/users/{id}/password',
  summary: 'Give an account a temporary password, which is answered once',
  access: 'staff',
  params: ById,
  answers: { 200: TemporaryPassword },
  refusals: ACCOUNT_REFUSALS,
});

export const disableUser = defineContract({
  method: 'put',
  path: '/api/staff/users/{id}/disabled',
  summary: 'Keep an account out, or let it in again',
  access: 'staff',
  params: ById,
  body: UserDisabled,
  answers: { 200: StaffUser },
  refusals: ACCOUNT_REFUSALS,
});

export const removeUser = defineContract({
  method: 'delete',
  path: '/api/staff/users/{id}',
  summary: 'Delete an account',
  access: 'staff',
  params: ById,
  answers: { 204: null },
  refusals: ACCOUNT_REFUSALS,
});

export const setManagerPin = defineContract({
  method: 'put',
  path: '/api/staff/users/{id}/pin',
  summary: 'Set one’s own PIN for approvals at the counter, or take a PIN away',
  access: 'staff',
  params: ById,
  body: SetPin,
  answers: { 204: null },
  refusals: PIN_REFUSALS,
});

export const editOwnProfile = defineContract({
  method: 'patch',
  path: '/api/staff/me',
  summary: 'Change one’s own name, e-mail or password',
  access: 'staff',
  body: OwnProfile,
  answers: { 200: Me },
  refusals: PROFILE_REFUSALS,
});

export const listOwnSessions = defineContract({
  method: 'get',
  path: '/api/staff/me/sessions',
  summary: 'Where one is signed in, this session first',
  access: 'staff',
  answers: { 200: OwnSessions },
});

export const endOwnSession = defineContract({
  method: 'delete',
  path: '/api/staff/me/sessions/{id}',
  summary: 'Sign out there',
  access: 'staff',
  params: ById,
  answers: { 204: null },
  refusals: SESSION_REFUSALS,
});

export const endOwnSessions = defineContract({
  method: 'delete',
  path: '/api/staff/me/sessions',
  summary: 'Sign out everywhere',
  access: 'staff',
  answers: { 204: null },
});

export const confirmNewDevice = defineContract({
  method: 'post',
  path: '/api/staff/me/new-device',
  summary: 'Say that the new device is one’s own',
  access: 'staff',
  answers: { 204: null },
  refusals: SESSION_REFUSALS,
});

export const readSignUp = defineContract({
  method: 'get',
  path: '/api/auth/sign-up',
  summary: 'Whether anybody may ask for an account',
  access: 'everybody',
  answers: { 200: SignUpState },
});

export const setSignUp = defineContract({
  method: 'put',
  path: '/api/staff/sign-up',
  summary: 'Let people ask for an account, or not',
  access: 'staff',
  body: SignUpState,
  answers: { 200: SignUpState },
});

export const signUp = defineContract({
  method: 'post',
  path: '/api/auth/sign-up/email',
  summary: 'Ask for an account, which waits for a role',
  access: 'everybody',
  body: SignUp,
  answers: { 200: StaffUser },
  refusals: SIGN_UP_REFUSALS,
});

export const signOut = defineContract({
  method: 'post',
  path: '/api/auth/sign-out',
  summary: 'Sign out here; at the store this is of the library that keeps the sessions',
  access: 'everybody',
  answers: { 200: SignedOut },
});
