// The keys of a bump bar. 1 to 9 move on the tickets that have waited longest, N and P go from one to the next, Enter moves on the one in hand.
import { useEffect, useMemo, useRef, useState } from 'react';
import { byAge } from '../../data/staff/board/board.ts';
import type { Columns } from './columns.ts';

const KEYS_MAX = 9;
/** The same key within this time is one press that bounced, or one too many. */
const BOUNCE_MS = 700;

/** The tickets that a key moves on, longest waiting first. Pure. */
export const keyOrder = ({ received, preparing }: Columns): string[] =>
  [...received, ...preparing]
    .map(({ order }) => order)
    .filter((order) => order.status !== 'PENDING')
    .sort(byAge)
    .map(({ id }) => id);

type Pressed = Pick<KeyboardEvent, 'key' | 'repeat' | 'ctrlKey' | 'altKey' | 'metaKey'>;
type KeyAction = { kind: 'move-on'; at: number } | { kind: 'go'; by: 1 | -1 } | { kind: 'enter' } | null;

/** What a key does on the board. Pure. */
export function keyAction({ key, repeat, ctrlKey, altKey, metaKey }: Pressed): KeyAction {
  if (repeat || ctrlKey || altKey || metaKey) return null;
  if (/^[1-9]$/.test(key)) return { kind: 'move-on', at: Number(key) - 1 };
  if (key === 'n' || key === 'N') return { kind: 'go', by: 1 };
  if (key === 'p' || key === 'P') return { kind: 'go', by: -1 };
  return key === 'Enter' ? { kind: 'enter' } : null;
}

/** Somebody types there, or a sheet lies over the board. */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null));

const buttonOf = (id: string | undefined): HTMLButtonElement | null =>
  id === undefined ? null : document.querySelector<HTMLButtonElement>(`[data-forward="${id}"]`);

/** Listens to the keys; gives each ticket its number as soon as one was used. */
export function useTicketKeys(columns: Columns): ReadonlyMap<string, number> {
  const order = keyOrder(columns);
  const key = order.join();
  const [used, setUsed] = useState(false);
  const ids = useRef(order);
  const inHand = useRef({ id: '', at: -1 });
  const last = useRef({ key: '', atMs: 0 });

  useEffect(() => {
    ids.current = key === '' ? [] : key.split(',');
    // What was in hand has moved to another column, and its button with it; or it is gone, and the one after it is in hand.
    const { id, at } = inHand.current;
    if (at < 0 || document.activeElement !== document.body || isElsewhere(null)) return;
    const next = buttonOf(id) === null ? ids.current[Math.min(at, ids.current.length - 1)] : id;
    if (next === undefined) return;
    inHand.current = { id: next, at: ids.current.indexOf(next) };
    buttonOf(next)?.focus();
  }, [key, columns]);

  useEffect(() => {
    const hold = (at: number) => {
      const id = ids.current[at];
      if (id === undefined) return;
      inHand.current = { id, at };
      const button = buttonOf(id);
      button?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      button?.focus();
    };
    const press = (event: KeyboardEvent) => {
      const action = keyAction(event);
      if (action === null || isElsewhere(event.target)) return;
      const bounced = last.current.key === event.key && Date.now() - last.current.atMs < BOUNCE_MS;
      if (action.kind === 'enter') {
        // On whatever has the focus the browser presses by itself.
        if (bounced && event.target instanceof HTMLElement && event.target.dataset['forward'])
          event.preventDefault();
        else last.current = { key: event.key, atMs: Date.now() };
        return;
      }
      setUsed(true);
      event.preventDefault();
      if (action.kind === 'go') {
        const found = ids.current.indexOf(inHand.current.id);
        const from = found >= 0 ? found : inHand.current.at - (action.by > 0 ? 1 : 0);
        hold(Math.max(0, Math.min(ids.current.length - 1, from + action.by)));
      } else if (!bounced) {
        last.current = { key: event.key, atMs: Date.now() };
        buttonOf(ids.current[action.at])?.click();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  return useMemo(
    () =>
      new Map(
        used
          ? key
              .split(',')
              .slice(0, KEYS_MAX)
              .map((id, at) => [id, at + 1])
          : [],
      ),
    [used, key],
  );
}
