// Figures as a table for people and as JSON for whoever compares runs.
import type { Figure } from './scenario.ts';

export type Section = { name: string; title: string; tookMs: number; figures: Figure[]; said: string[] };

const HEAD = ['', 'ours', 'held against', 'ratio', 'aim', ''];

export function table({ title, figures, said, tookMs }: Section): string {
  const rows = figures.map((figure) => [
    figure.what,
    amount(figure.value, figure.unit),
    figure.against ? `${amount(figure.against.value, figure.unit)} ${figure.against.what}` : '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    aimText(figure),
    figure.met === undefined ? '' : figure.met ? '✓' : '✗ missed',
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(...[HEAD, ...rows].map((row) => (row[column] ?? head).length)),
  );
  const line = (row: string[]): string =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd();
  const notes = figures.filter((figure) => figure.note).map((figure) => `  ${figure.what}: ${figure.note}`);
  return [
    `${title} (${(tookMs / 1000).toFixed(0)} s)`,
    ...(rows.length > 0 ? [HEAD, ...rows].map(line) : []),
    ...[...notes, ...said.map((text) => `  ${text}`)].map((text) => text.replace(/^ {2}/, '  · ')),
  ].join('\n');
}

function amount(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

function aimText({ aim, unit }: Figure): string {
  if (!aim) return '';
  const bound = aim.atLeast === undefined ? `≤ ${aim.atMost}` : `≥ ${aim.atLeast}`;
  if (aim.of === 'ratio') return `${bound} ×`;
  return aim.of === 'difference' ? `${bound} ${unit} more` : `${bound} ${unit}`;
}
