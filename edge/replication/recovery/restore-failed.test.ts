// Why a restore came to nothing, told at the field that a person can mend.
import { expect, it } from 'vitest';
import { RestoreFailed } from './restore-failed.ts';

it.each([
  ['recovery-code', 'recoveryCode'],
  ['code-needed', 'recoveryCode'],
  ['other-sheet', 'recoveryCode'],
  ['unproven', 'acceptUnproven'],
  ['not-recognised', 'pairingCode'],
] as const)('%s is told at %s', (reason, field) => {
  const { failure } = RestoreFailed.because(reason);
  expect(failure).toMatchObject({ code: reason, errors: [{ field, message: failure.detail }] });
});

it.each(['no-copy', 'relay-lost', 'not-a-backup', 'failed'] as const)('%s is told at no field', (reason) => {
  expect(RestoreFailed.because(reason).failure).toMatchObject({ code: reason, errors: [] });
});

it.each([
  ['ENOSPC', 'disk-too-small'],
  ['EDQUOT', 'disk-too-small'],
  ['SQLITE_FULL', 'disk-too-small'],
  ['EIO', 'failed'],
])('that the system said %s is told as %s', (code, told) => {
  expect(RestoreFailed.of(Object.assign(new Error(code), { code })).failure.code).toBe(told);
});

it('that was told already is told as it was', () => {
  const known = RestoreFailed.because('no-copy');
  expect(RestoreFailed.of(known)).toBe(known);
});

const REASONS = [
  ...(['recovery-code', 'code-needed', 'other-sheet', 'no-copy', 'no-kept-copy', 'relay-broken'] as const),
  ...(['other-day', 'unproven', 'not-recognised', 'relay-lost', 'disk-too-small', 'unreadable'] as const),
  ...(['no-permission', 'not-a-backup', 'newer-version', 'bad-disk', 'interrupted', 'failed'] as const),
] satisfies Parameters<typeof RestoreFailed.because>[0][];

it('each reason has the words that were approved', async () => {
  const lines = REASONS.map((reason) => {
    const { code, title, detail } = RestoreFailed.because(reason).failure;
    return `${code}: ${title}. ${detail}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/restore-failed.txt');
});

it('whoever reads the error reads the same sentence', () => {
  const cause = new Error('EIO');
  const failed = RestoreFailed.because('bad-disk', cause);
  expect([failed.message, failed.cause]).toEqual([failed.failure.detail, cause]);
});
