// A shop brought back from a file that somebody kept: the code that opens it, how far it is, and one that broke off on its way.
import { problem } from '@balcao/shared/http/problem.ts';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { openScreen } from '../../../testing/screen.ts';
import { RestoreFromFile } from './restore-forms.tsx';

/** As a browser's, with the store at its other end. */
class Sending extends EventTarget {
  static made: Sending[] = [];
  readonly upload = new EventTarget();
  readonly headers: Record<string, string> = {};
  asked = '';
  status = 0;
  responseText = '{}';
  constructor() {
    super();
    Sending.made.push(this);
  }
  open(method: string, path: string): void {
    this.asked = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(): void {}
  end(type: 'load' | 'error', status = 202): void {
    this.status = status;
    this.dispatchEvent(new Event(type));
  }
}
const sending = (): Sending => {
  const last = Sending.made.at(-1);
  if (last === undefined) throw new Error('nothing was sent');
  return last;
};
const SEALED = new File(['age-encryption.org/v1\nbytes'], 'loja.db.age');
const PLAIN = new File(['SQLite format 3\0 and on'], 'loja.db');
const give = async (file: File) => {
  Sending.made = [];
  const onBegun = vi.fn<() => Promise<void>>(async () => {});
  const screen = await openScreen(createElement(RestoreFromFile, { code: 'ABCDE-12345', onBegun }));
  vi.stubGlobal('XMLHttpRequest', Sending);
  expect(screen.buttons()).toEqual(['Recuperar deste arquivo (off)']);
  await screen.give('Arquivo da cópia de segurança', file);
  return { screen, onBegun };
};

it('that is sealed asks for the code of the sheet, and shows how far it is until it has arrived', async () => {
  const { screen, onBegun } = await give(SEALED);
  await screen.type('Código de recuperação', ' AAAA–BBBB ');
  await screen.tap('O site não existe mais');
  await screen.tap('Recuperar deste arquivo');
  expect(sending().asked).toBe('POST /api/setup/restore/file');
  expect(sending().headers).toMatchObject({
    'x-setup-code': 'ABCDE-12345',
    'x-recovery-code': 'AAAA?BBBB',
    'x-restore-without-relay': '1',
  });
  expect(screen.words()).toContain('Enviando para a loja');
  await screen.when(() => sending().end('load'));
  expect(onBegun).toHaveBeenCalledOnce();
  expect(screen.words()).not.toContain('Enviando para a loja');
});

it('that is taken back asks for nothing any more, and one that cannot be read is sent as it is', async () => {
  const { screen } = await give(SEALED);
  expect(screen.words()).toContain('Código de recuperação');
  const field = screen.body.querySelector('input');
  // As a browser has it where somebody leaves its list of files without one.
  await screen.when(() => field && (field.value = ''));
  await screen.happen('input', 'change');
  expect(screen.words()).not.toContain('Código de recuperação');
  expect(screen.buttons()).toEqual(['Recuperar deste arquivo (off)']);
  class Gone extends File {
    override slice(): Blob {
      return Object.assign(new Blob(), { text: () => Promise.reject(new Error('the stick is gone')) });
    }
  }
  await screen.give('Arquivo da cópia de segurança', new Gone(['age-encryption.org/v1'], 'loja.db.age'));
  expect(screen.words()).not.toContain('Código de recuperação');
  expect(screen.buttons()).toEqual(['Recuperar deste arquivo']);
});

it('that is not sealed needs no code', async () => {
  const { screen } = await give(PLAIN);
  expect(screen.words()).not.toContain('Código de recuperação');
  await screen.tap('Recuperar deste arquivo');
  expect(sending().headers).not.toHaveProperty('x-recovery-code');
  expect(sending().headers).not.toHaveProperty('x-restore-without-relay');
});

it('that broke off is asked about: the store knows why; one that was refused says so itself', async () => {
  const { screen, onBegun } = await give(PLAIN);
  await screen.tap('Recuperar deste arquivo');
  await screen.when(() => sending().end('error'));
  expect(onBegun).toHaveBeenCalledOnce();
  expect(screen.alerts().join()).toContain('O arquivo não chegou inteiro.');
  expect(screen.words()).not.toContain('Enviando para a loja');
  await screen.tap('Recuperar deste arquivo');
  await screen.when(() => sending().end('load', 400));
  expect(onBegun).toHaveBeenCalledOnce();
});

it('that is refused for its code says so there, and not once more in general', async () => {
  const { screen } = await give(SEALED);
  await screen.tap('Recuperar deste arquivo');
  const errors = [{ field: 'recoveryCode', message: 'Falta um grupo.' }];
  sending().responseText = JSON.stringify({
    ...problem(400, 'invalid', 'Não', 'Confira os campos.'),
    errors,
  });
  await screen.when(() => sending().end('load', 400));
  expect(screen.words()).toContain('Falta um grupo.');
  expect(screen.words()).not.toContain('Confira os campos.');
});
