// A dialog and the browser's step back; what a step back is, is `sheet-history.test.ts`.
import { createElement, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../testing/screen.ts';
import { Dialog } from './dialog.tsx';
import { holdBackButton } from './sheet-history.ts';

const release = vi.fn<() => void>();
vi.mock('./sheet-history.ts', () => ({ holdBackButton: vi.fn<() => () => void>(() => release) }));

it('a step back leaves a dialog as its screen says now, and none that is gone holds it', async () => {
  const left: string[] = [];
  const Screen = () => {
    const [step, setStep] = useState(1);
    const onClose = () => {
      left.push(`passo ${step}`);
      setStep(0);
    };
    const onward = createElement('button', { onClick: () => setStep(2) }, 'Adiante');
    const props = { title: 'Nome', onClose, children: onward };
    return step > 0 && createElement(Dialog, props);
  };
  const page = await openScreen(createElement(Screen));
  await page.tap('Adiante');
  expect(holdBackButton).toHaveBeenCalledTimes(1);
  expect(release).not.toHaveBeenCalled();
  await page.when(() => vi.mocked(holdBackButton).mock.lastCall?.[0]());
  expect(left).toEqual(['passo 2']);
  expect(page.all('dialog')).toEqual([]);
  expect(release).toHaveBeenCalledTimes(1);
});
