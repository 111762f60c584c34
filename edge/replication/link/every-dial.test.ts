// Every state of the dial met by every event, with all that is known after it and what others are told: an approved text. What must be by the
// spec is tested beside.
import { expect, it } from 'vitest';
import { decideDial, linkStateOf, type DialEvent, type DialState } from './dial-state.ts';

const known = { attempt: 3, paired: true, trouble: null };
const STATES: Record<string, DialState> = {
  idle: { ...known, name: 'idle' },
  preparing: { ...known, name: 'preparing' },
  'connecting, unanswered': { ...known, name: 'connecting', answered: false, reachable: false },
  'connecting, with somebody there': { ...known, name: 'connecting', answered: false, reachable: true },
  'connecting, answered': { ...known, name: 'connecting', answered: true, reachable: false },
  linked: { ...known, name: 'linked', garbled: false },
  'linked to nonsense': { ...known, name: 'linked', garbled: true },
  waiting: { ...known, name: 'waiting', pauseMs: 700 },
  'waiting, not paired': { ...known, name: 'waiting', pauseMs: 700, paired: false, trouble: 'antiga' },
  unwelcome: { ...known, name: 'unwelcome' },
  stopped: { ...known, name: 'stopped' },
};
const EVENTS: DialEvent[] = [
  { kind: 'dial', welcome: true },
  { kind: 'dial', welcome: false },
  { kind: 'prepared' },
  { kind: 'reachable' },
  ...[401, 403, 502, 503, 504, 500].map((status): DialEvent => ({ kind: 'refused', status })),
  { kind: 'versions', trouble: 'antiga' },
  { kind: 'versions', trouble: null },
  { kind: 'opened' },
  { kind: 'garbled' },
  { kind: 'over', chance: 0 },
  { kind: 'over', chance: 1 },
  { kind: 'redial' },
  { kind: 'stop' },
];

it('each comes to the state that was approved', async () => {
  const lines = Object.entries(STATES).flatMap(([title, state]) => [
    `## ${title}: told as ${linkStateOf(state)}`,
    ...EVENTS.map((event) => {
      const next = decideDial(state, event);
      const { name, ...rest } = next;
      const said =
        next === state ? 'the same' : `${name} ${JSON.stringify(rest)}, told as ${linkStateOf(next)}`;
      return `${Object.values(event).join(' ')}: ${said}`;
    }),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/dial-states.txt');
});

it('the pauses after each further dial that was answered are those that were approved', async () => {
  const lines: string[] = [];
  for (const chance of [0, 0.5, 1])
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const state: DialState = { ...known, attempt, name: 'connecting', answered: true, reachable: false };
      const next = decideDial(state, { kind: 'over', chance });
      lines.push(`chance ${chance}, ${attempt} before: ${JSON.stringify(next)}`);
    }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./approved/dial-pauses.txt');
});
