// The cash drawer as one counts it by hand: what it was opened with, each payment that staff took in cash and each that went back over
// the counter, what was put in and taken out. Each close says what there should be, and is numbered one after another.
import type { Event, Finding, History, Operation } from './history.ts';

const SERVER_ERROR = 500;

type DrawerEvent = Extract<Event, { type: 'drawer' }>;

export function judgeDrawer(history: History, operations: readonly Operation[]): Finding[] {
  // From when a lying disk took something back nobody knows what there is; until then what was answered is so.
  const lostAt = history.findIndex((event) => event.type === 'fault' && event.what === 'writes-lost');
  const before = lostAt < 0 ? history : history.slice(0, lostAt);
  // An answer that did not come may have had its effect.
  const isUnsure = before.some((event) => event.type === 'drawer' && event.status >= SERVER_ERROR);
  const texts = [...ofErrors(history), ...(isUnsure ? [] : ofCounts(before, operations))];
  return texts.map((text) => ({ kind: 'drawer', text }));
}

const ofErrors = (history: History): string[] =>
  history.flatMap((event) =>
    event.type === 'drawer' && event.status >= SERVER_ERROR
      ? [`the drawer answered '${event.did}' with ${event.status}`]
      : [],
  );

function ofCounts(history: History, all: readonly Operation[]): string[] {
  const operations = new Map(all.map((operation) => [operation.op, operation]));
  const taken = new Map<string, number>();
  const texts: string[] = [];
  let cents: number | null = null;
  let closes = 0;
  const known = new Set<string>();

  function pay(operation: Operation): void {
    const { action, order, result } = operation;
    if (action.kind !== 'move' || result?.type !== 'ok') return;
    const { method, paymentStatus, totalCents } = result.view;
    const isCash = method === 'cash' && paymentStatus === 'approved';
    if (action.step === 'approve' && isCash && !taken.has(order)) {
      taken.set(order, totalCents);
      if (cents !== null) cents += totalCents;
    }
    if (action.step === 'cancel' && (taken.get(order) ?? 0) > 0) {
      if (cents !== null) cents -= taken.get(order) ?? 0;
      taken.set(order, 0);
    }
  }

  function count(event: DrawerEvent): void {
    const { did, status, close } = event;
    const isDone = status < 300;
    const isRepeat = known.has(event.id);
    if (isDone) known.add(event.id);
    switch (did) {
      case 'open':
        if (isRepeat) return;
        if (isDone !== (cents === null))
          texts.push(
            `the drawer was ${cents === null ? 'closed' : 'open'}, and 'open' was answered with ${status}`,
          );
        if (isDone) cents = event.cents;
        return;
      case 'close':
        if (isDone !== (cents !== null))
          texts.push(
            `the drawer was ${cents === null ? 'closed' : 'open'}, and 'close' was answered with ${status}`,
          );
        if (close === null || cents === null) return;
        closes += 1;
        if (close.number !== closes)
          texts.push(`close ${closes} of the drawer has the number ${close.number}`);
        if (close.expectedCents !== cents || close.differenceCents !== event.cents - cents)
          texts.push(
            `close ${closes}: there are ${cents} centavos in the drawer, ${event.cents} were counted, and it says ${close.expectedCents} and ${close.differenceCents}`,
          );
        cents = null;
        return;
      case 'suprimento':
      case 'sangria': {
        if (cents === null || isRepeat) return;
        const left = did === 'sangria' ? cents - event.cents : cents + event.cents;
        // What was paid before the drawer was opened may go back out of it; money is put in all the same.
        const isPossible = did === 'suprimento' || left >= 0;
        if (isDone !== isPossible)
          texts.push(
            `with ${cents} centavos in the drawer, '${did}' of ${event.cents} was answered with ${status}`,
          );
        if (isDone) cents = left;
      }
    }
  }

  for (const event of history) {
    if (event.type === 'drawer') count(event);
    const operation = event.type === 'ok' ? operations.get(event.op) : undefined;
    if (operation) pay(operation);
  }
  return texts;
}
