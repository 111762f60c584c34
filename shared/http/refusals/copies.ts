// Why the relay keeps, or gives back, nothing of what a store asks it for.
import { defineRefusals } from '../contract.ts';

export const COPY_REFUSALS = defineRefusals<'not-found' | 'too-large' | 'not-whole'>({
  'not-found': { status: 404, title: 'Não encontrada', detail: 'Não há esta cópia aqui.' },
  'too-large': {
    status: 413,
    title: 'Cópia grande demais',
    detail: 'Esta cópia é maior do que o site guarda.',
  },
  'not-whole': {
    status: 409,
    title: 'Cópia incompleta',
    detail: 'Faltam partes desta cópia: envie-a de novo.',
  },
});

export const PAST_REFUSALS = defineRefusals<'not-found'>({
  'not-found': { status: 404, title: 'Não encontrado', detail: 'Não há cópia desta loja aqui.' },
});
