// How an amount at a terminal stands, and what may be asked beside what is open: written out by hand, every cell.
import { expect, it } from 'vitest';
import { AttemptStatus } from './attempt-status.ts';
import { BESIDE_OPEN, isTerminalOver, TERMINAL_DETAILS, terminalStateOf } from './terminal.ts';

const { sent, shown, unsure, cancelledThere } = TERMINAL_DETAILS;

it.each([
  ['created', null, false, 'sending'],
  ['pending', sent, false, 'sent'],
  ['pending', null, false, 'sent'],
  ['pending', shown, false, 'shown'],
  ['pending', unsure, false, 'checking'],
  ['in_process', null, false, 'checking'],
  ['approved', 'processed', false, 'approved'],
  ['approved', 'processed', true, 'checking'],
  ['partially_refunded', null, false, 'approved'],
  ['refunded', null, false, 'returned'],
  ['charged_back', null, false, 'returned'],
  ['rejected', 'cc_rejected_other_reason', false, 'refused'],
  ['cancelled', cancelledThere, false, 'cancelled'],
  ['expired', 'expired', false, 'expired'],
] as const)('[P36] %s, %s, set aside %s: %s', (status, detail, isSetAside, state) => {
  expect(terminalStateOf(status, detail, isSetAside)).toBe(state);
});

it('[P36] has a state for every status, and is over only where nothing more comes of it', () => {
  const over = AttemptStatus.options.filter((status) => isTerminalOver(terminalStateOf(status, null, false)));
  expect(over).toEqual([
    'rejected',
    'cancelled',
    'expired',
    'approved',
    'partially_refunded',
    'refunded',
    'charged_back',
  ]);
});

it('[P36] the later word of one status is the greater one, for facts merge by it', () => {
  expect([unsure, sent, shown].toSorted()).toEqual([sent, shown, unsure]);
});

it('[P37] what is open × what is asked beside it', () => {
  expect(BESIDE_OPEN).toEqual({
    creating: { same: 'go-on', pix: 'wait', card: 'wait', terminal: 'wait' },
    pix: { same: 'go-on', pix: 'close-first', card: 'close-first', terminal: 'close-first' },
    card: { same: 'wait', pix: 'close-first', card: 'wait', terminal: 'wait' },
    terminal: { same: 'go-on', pix: 'close-first', card: 'wait', terminal: 'close-first' },
  });
});
