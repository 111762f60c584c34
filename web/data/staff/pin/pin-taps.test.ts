// What a manager is asked for on somebody else's screen, and what is done with the PIN.
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { openScreen, refusal } from '../../../testing/screen.ts';
import { call } from '../../request.ts';
import { useAction } from '../action.ts';
import { useManagerPin } from './use-manager-pin.tsx';

const ROUTE = 'POST /api/staff/me/new-device';
const NEEDED = refusal(403, 'manager-needed', 'Isto precisa de um gerente.', { hasPin: true });
const WRONG = refusal(403, 'wrong-pin', 'Este PIN não confere.');

/** A button that sends what a manager may have to approve. */
function Approved() {
  const { withPin, pinDialog } = useManagerPin();
  const action = useAction();
  const send = () =>
    void action.run('Não deu', () =>
      withPin((pin) => call(ROUTE, { headers: { 'x-pin': pin.pin ?? 'none' } })),
    );
  return createElement(
    'div',
    null,
    createElement('button', { onClick: send }, 'Enviar'),
    action.failed,
    pinDialog,
  );
}
/** `good`: the PIN that the store takes. */
const open = async (first: unknown, good = '1234') => {
  const pins: unknown[] = [];
  const screen = await openScreen(createElement(Approved), {
    answers: {
      [ROUTE]: ({ headers }: { headers: Record<string, string> }) => {
        pins.push(headers['x-pin']);
        return pins.length === 1 ? first : headers['x-pin'] === good ? null : WRONG;
      },
    },
  });
  await screen.tap('Enviar');
  return { screen, pins };
};
const typeIn = async (screen: Awaited<ReturnType<typeof open>>['screen'], digits: string) => {
  for (const digit of digits) await screen.tap(digit);
};

it('what needs a manager is sent again with the PIN that was typed, of four figures or more', async () => {
  const { screen, pins } = await open(NEEDED);
  expect(screen.words()).toContain('Isto precisa de um gerente. Peça para ele digitar o PIN.');
  await typeIn(screen, '123');
  expect(screen.buttons()).toContain('OK (off)');
  await screen.submit();
  expect(pins).toEqual(['none']);
  await typeIn(screen, '5');
  await screen.tap('Apagar');
  await typeIn(screen, '4');
  await screen.tap('OK');
  expect(pins).toEqual(['none', '1234']);
  expect(screen.buttons()).toEqual(['Enviar']);
});

it('no more than six figures are typed, and nothing else', async () => {
  const { screen, pins } = await open(NEEDED, '123456');
  await typeIn(screen, '1234567');
  await screen.tap('OK');
  expect(pins).toEqual(['none', '123456']);
  const keys = await open(NEEDED, '1234');
  await keys.screen.type('PIN', '1a2b34');
  await keys.screen.tap('OK');
  expect(keys.pins).toEqual(['none', '1234']);
});

it('a wrong one is told until another is begun, and asked for again', async () => {
  const { screen, pins } = await open(NEEDED);
  await typeIn(screen, '9999');
  await screen.tap('OK');
  expect(screen.alerts()).toEqual(['Este PIN não confere.']);
  await typeIn(screen, '1');
  expect(screen.alerts()).toEqual(['']);
  await typeIn(screen, '234');
  await screen.tap('OK');
  expect(pins).toEqual(['none', '9999', '1234']);
});

it('nobody who types one leaves it undone, and says why', async () => {
  const { screen, pins } = await open(NEEDED);
  await screen.tap('Fechar');
  expect(pins).toEqual(['none']);
  expect(screen.words()).toBe('Enviar Isto precisa de um gerente.');
});

it('is not asked for where no manager has one, nor for another refusal', async () => {
  const without = await open(refusal(403, 'manager-needed', 'Chame um gerente.', { hasPin: false }));
  expect(without.screen.words()).toBe('Enviar Chame um gerente.');
  const other = await open(refusal(409, 'stale', 'Já mudou.'));
  expect(other.screen.words()).toBe('Enviar Já mudou.');
});

it('a key that is tapped leaves the keyboard in the field: Enter sends the PIN and presses no key once more', async () => {
  const { screen } = await open(NEEDED);
  for (const name of ['7', 'Apagar', '0']) {
    const key = screen
      .all('dialog button')
      .find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
    const press = new screen.window.MouseEvent('mousedown', { bubbles: true, cancelable: true });
    key?.dispatchEvent(press);
    expect([name, press.defaultPrevented]).toEqual([name, true]);
  }
});
