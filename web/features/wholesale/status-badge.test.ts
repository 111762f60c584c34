// How the status of a wholesale order looks.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WholesaleBadge } from './status-badge.tsx';

it.each([
  ['NOVO', 'bg-primary'],
  ['EM_ANDAMENTO', 'bg-accent'],
  ['FINALIZADO', 'border-2'],
  ['CANCELADO', 'bg-error'],
] as const)('the badge of %s is the one that the specification calls for: %s', (status, look) => {
  const html = renderToStaticMarkup(createElement(WholesaleBadge, { status }));
  const looks = ['bg-primary', 'bg-accent', 'border-2', 'bg-error'].filter((one) =>
    new RegExp(`[" ]${one}[" ]`).test(html),
  );
  expect(looks).toEqual([look]);
});
