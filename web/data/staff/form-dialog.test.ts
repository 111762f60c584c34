// The dialog around a form: what is asked before typed text is thrown away, and what is said where it could not be saved.
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../testing/screen.ts';
import { FormDialog } from './form-dialog.tsx';

describe('the dialog around a form', () => {
  const open = async (draft: object = {}) => {
    const seen = { onClose: vi.fn<() => void>(), onSubmit: vi.fn<() => void>() };
    const props: ComponentProps<typeof FormDialog> = {
      title: 'Novo item',
      draft: { isDirty: false, busy: false, failed: null, errors: {}, ...draft },
      children: null,
      ...seen,
    };
    const screen = await openScreen(createElement(FormDialog, props));
    return { screen, ...seen };
  };

  it('is closed at once while nothing was typed, and after a question else', async () => {
    const untouched = await open();
    await untouched.screen.tap('Fechar');
    expect(untouched.onClose).toHaveBeenCalledOnce();
    const { screen, onClose } = await open({ isDirty: true });
    await screen.tap('Fechar');
    expect(onClose).not.toHaveBeenCalled();
    await screen.tap('Voltar');
    expect(screen.words()).not.toContain('Descartar as mudanças?');
    await screen.tap('Fechar');
    await screen.tap('Descartar');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says what is wrong with the form before what failed, and is saved also as it opened', async () => {
    const both = await open({ failed: 'A loja não respondeu.', errors: { form: 'Falta o nome.' } });
    expect(both.screen.alerts()).toEqual(['Falta o nome.']);
    const failed = await open({ failed: 'A loja não respondeu.' });
    expect(failed.screen.alerts()).toEqual(['A loja não respondeu.']);
    expect(failed.screen.buttons()).toContain('Salvar');
    await failed.screen.submit();
    expect(failed.onSubmit).toHaveBeenCalledOnce();
    expect((await open({ busy: true })).screen.buttons()).toContain('Salvar (off)');
  });
});
