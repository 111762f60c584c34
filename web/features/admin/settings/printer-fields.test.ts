// What the form for a printer begins with.
import type { PrinterConfig } from '@balcao/shared/http/printing.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { portOf, PrinterFields } from './printer-fields.tsx';

it('an address of a printer is shown as an example only: the field itself is empty', () => {
  const printer = { transport: { kind: 'tcp', host: '', port: 9100 } } as PrinterConfig;
  const html = renderToStaticMarkup(createElement(PrinterFields, { printer, onChange: () => {} }));
  const field = /<input[^>]*placeholder="192\.168\.0\.50"[^>]*>/.exec(html)?.[0] ?? '';
  expect(field).toContain('value=""');
  expect(html.split('192.168.')).toHaveLength(2);
  // A phone's pad for numbers has a comma where it speaks Portuguese, and no dot.
  expect(field).not.toContain('inputMode');
});

it.each([
  ['', 9100],
  ['porta', 9100],
  ['9101', 9101],
])('the port of a printer is 9100 where nobody says another: %j', (typed, port) => {
  expect(portOf(typed)).toBe(port);
});
