// How a row of a catalogue's table looks.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { EntryTable } from './entry-table.tsx';

it('what is inactive stands in a paler row under a paler name, with its badge and no way to delete it', () => {
  const catalog = sampleCatalog();
  const html = renderToStaticMarkup(
    createElement(EntryTable, {
      spec: { kind: 'bases', look: 'table', sellable: false, fields: [], details: () => [] },
      catalog: { value: catalog },
      entries: catalog.bases,
      busy: false,
      chosen: new Set(),
      onChosen: () => {},
      onCopy: () => {},
      onEdit: () => {},
      onRemove: () => {},
      onRestore: () => {},
    } as unknown as ComponentProps<typeof EntryTable>),
  );
  const rows = html.split('<tr').slice(-2);
  const looks = rows.map((row) => ({
    name: /(Açaí|Cupuaçu)<\/span>/.exec(row)?.[1],
    pale: [/^[^>]*bg-base-200\/60/.test(row), row.includes('opacity-75')],
    badge: row.includes('Inativo'),
    canDelete: row.includes('aria-label="Excluir'),
  }));
  expect(looks).toEqual([
    { name: 'Açaí', pale: [false, false], badge: false, canDelete: true },
    { name: 'Cupuaçu', pale: [true, true], badge: true, canDelete: false },
  ]);
});
