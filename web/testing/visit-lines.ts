// What a step of a visit (`visit.ts`) wrote down beside the screen: what was sent, what was said in passing, what the device keeps, what changed.
import { toastsAtom } from '../ui/toast.tsx';
import type { Screen } from './screen.ts';
import { changesOf, parsed } from './walk.ts';

export const sentLines = (screen: Screen): string[] =>
  screen.sent.splice(0).map(({ route, body }) => {
    const isFile = body instanceof Blob;
    return `> ${route}${body === undefined ? '' : ` ${isFile ? `(${body.size} bytes)` : JSON.stringify(body)}`}`;
  });

export const saidLines = (screen: Screen, before: readonly number[]): string[] =>
  screen.store
    .get(toastsAtom)
    .filter(({ key }) => !before.includes(key))
    .map(({ tone = 'info', title, text, durationMs, action }) =>
      [
        `says (${tone}${durationMs === undefined ? '' : `, ${durationMs / 1_000} s`}) “${title}”`,
        ...(text === undefined ? [] : [text]),
        ...(action === undefined ? [] : [`[${action.label}]`]),
      ].join(' '),
    );

export const keptLines = ({ stored }: Screen, before: ReadonlyMap<string, string>): string[] => [
  ...[...(stored ?? [])]
    .filter(([key, value]) => before.get(key) !== value)
    .map(
      ([key, value]) =>
        `keeps ${key}: ${JSON.stringify(newIn(parsed(value), parsed(before.get(key) ?? 'null')))}`,
    ),
  ...[...before.keys()].filter((key) => stored?.has(key) === false).map((key) => `forgets ${key}`),
];

/** Files that were saved, each with what is in it. */
export const savedLines = (files: readonly (readonly [name: string, text: string])[]): string[] =>
  files.flatMap(([name, text]) => [
    `saves ${name}:`,
    // A workbook is packed bytes with the hour in them.
    ...(name.endsWith('.xlsx') ? [] : text.replace('\uFEFF', '').trim().split(/\r?\n/)).map(
      (line) => `  | ${line}`,
    ),
  ]);

/** Of what has fields, those alone that are others than before. */
function newIn(now: unknown, before: unknown): unknown {
  if (typeof now !== 'object' || now === null || Array.isArray(now) || typeof before !== 'object') return now;
  const were = new Map(Object.entries(before ?? {}).map(([key, value]) => [key, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(now).filter(([key, value]) => were.get(key) !== JSON.stringify(value)),
  );
}

/** Of a page that has become another one, that one; else what went and what came. */
export function differences(before: readonly string[], now: readonly string[]): readonly string[] {
  const changes = changesOf(before, now);
  return changes.length > now.length + 12 ? now : changes;
}
