import { expect, it } from 'vitest';
import { RecoverySheet, RecoverySheetState } from './recovery-sheet.ts';

it('a sheet that nobody has seen, of a store without a site, is one', () => {
  expect(RecoverySheetState.parse({ seenAtMs: null, showable: true })).toEqual({
    seenAtMs: null,
    showable: true,
  });
  const sheet = { storeName: 'Açaí', storeId: 's', siteUrl: null, code: 'ABCD EFGH', atMs: 1 };
  expect(RecoverySheet.parse(sheet)).toEqual(sheet);
});
