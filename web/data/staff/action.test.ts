// What a button does, one thing at a time, and what is said where that failed: in whose words, how loud, and until when.
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { call } from '../request.ts';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { Toaster, toastsAtom } from '../../ui/toast.tsx';
import { useAction, type Action, type Heading } from './action.ts';
import { sessionAtom } from './session/session.ts';

const PAUSE = 'POST /api/staff/pause';
const pause = () => call(PAUSE, { body: { minutes: 10 } });

const open = async (answers: Answers = {}) => {
  const held: { action?: Action } = {};
  const Button = () => {
    held.action = useAction();
    return createElement('p', null, held.action.failed ?? 'nada falhou', held.action.busy && ' ocupado');
  };
  const screen = await openScreen(createElement('div', null, createElement(Button), createElement(Toaster)), {
    me: { id: 'u', role: 'ADMIN' },
    answers,
  });
  const run = async (heading: Heading | null, work: () => Promise<unknown> = pause): Promise<boolean> => {
    let done = false;
    await screen.when(async () => {
      done = (await held.action?.run(heading, work)) === true;
    });
    return done;
  };
  return { screen, run, action: () => held.action };
};

describe('what a button does', () => {
  it('is done once, however often it is tapped meanwhile', async () => {
    const { screen, action } = await open();
    const work = vi.fn<() => Promise<void>>();
    let end = (): void => {};
    work.mockImplementation(() => new Promise((resolve) => (end = resolve)));
    const seen: (boolean | undefined)[] = [];
    const tap = async (): Promise<void> => {
      seen.push(await action()?.run('Erro', work));
    };
    await screen.when(() => {
      void tap();
      void tap();
    });
    expect(work).toHaveBeenCalledOnce();
    expect(screen.words()).toContain('ocupado');
    await screen.when(() => end());
    expect(seen).toEqual([false, true]);
    expect(screen.words()).not.toContain('ocupado');
  });

  it('that failed is said in the server’s words, and no more once it works', async () => {
    let answer: unknown = refusal(400, 'invalid', 'Escolha um tempo.');
    const { screen, run } = await open({ [PAUSE]: () => answer });
    expect(await run('Não deu para pausar')).toBe(false);
    expect(screen.words()).toContain('Não deu para pausar Escolha um tempo.');
    // Longer than what went well: somebody has to read what to do.
    expect(screen.store.get(toastsAtom)[0]?.durationMs).toBeGreaterThan(4_500);
    answer = {};
    expect(await run('Não deu para pausar')).toBe(true);
    expect(screen.words()).toBe('nada falhou');
  });

  it('that failed while it is tried again is no longer said', async () => {
    const { screen, run, action } = await open({ [PAUSE]: refusal(400, 'invalid', 'Escolha um tempo.') });
    await run(null);
    expect(screen.words()).toBe('Escolha um tempo.');
    await screen.when(() => void action()?.run(null, () => new Promise(() => {})));
    expect(screen.words()).toBe('nada falhou ocupado');
  });

  it('whose message stands over the page takes it away as soon as it is tried again', async () => {
    const { screen, run, action } = await open({ [PAUSE]: refusal(400, 'invalid', 'Escolha um tempo.') });
    await run('Não deu para pausar');
    expect(screen.words()).toContain('Não deu para pausar');
    await screen.when(() => void action()?.run('Não deu para pausar', () => new Promise(() => {})));
    expect(screen.words()).toBe('nada falhou ocupado');
  });

  it('that the server refused needs no words before its own; that of a server that broke does', async () => {
    const otherwise = { otherwise: 'Não foi possível salvar' };
    const refused = await open({ [PAUSE]: refusal(499, 'invalid', 'Escolha um tempo.') });
    await refused.run(otherwise);
    expect(refused.screen.words()).not.toContain('Não foi possível salvar');
    const broken = await open({ [PAUSE]: refusal(500, 'internal', 'Algo deu errado.') });
    await broken.run(otherwise);
    expect(broken.screen.words()).toContain('Não foi possível salvar. Algo deu errado.');
  });

  it('after the session ended ends it on this screen; what is not allowed does not', async () => {
    const over = await open({ [PAUSE]: refusal(401, 'unauthenticated', 'Entre de novo.') });
    await over.run('Erro');
    expect(over.screen.store.get(sessionAtom).state).toBe('expired');
    const denied = await open({ [PAUSE]: refusal(403, 'forbidden', 'Sem permissão.') });
    await denied.run('Erro');
    expect(denied.screen.store.get(sessionAtom).state).toBe('in');
  });

  it.each([
    ['stale', 'status'],
    ['price-differs', 'status'],
    ['invalid', 'alert'],
  ])('that is "%s" is told as %s: what somebody else did first is no fault', async (code, role) => {
    const { screen, run } = await open({ [PAUSE]: refusal(409, code, 'Outra pessoa já mudou isto.') });
    await run('Não deu');
    const told = screen.all('[role]').filter((one) => one.textContent?.includes('Outra pessoa'));
    expect(told.map((one) => one.getAttribute('role'))).toContain(role);
  });
});
