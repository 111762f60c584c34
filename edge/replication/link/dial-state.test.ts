// The dial's states, written out by hand: never read from the table under test.
import { describe, expect, it } from 'vitest';
import { decideDial, linkStateOf, NOT_DIALLED, type DialEvent, type DialState } from './dial-state.ts';

const known = { attempt: 3, paired: true, trouble: null };
const states = {
  idle: { ...known, name: 'idle' },
  preparing: { ...known, name: 'preparing' },
  connecting: { ...known, name: 'connecting', answered: false, reachable: false },
  linked: { ...known, name: 'linked', garbled: false },
  waiting: { ...known, name: 'waiting', pauseMs: 700 },
  unwelcome: { ...known, name: 'unwelcome' },
  stopped: { ...known, name: 'stopped' },
} as const satisfies Record<DialState['name'], DialState>;
const events: DialEvent[] = [
  { kind: 'dial', welcome: true },
  { kind: 'prepared' },
  { kind: 'reachable' },
  { kind: 'refused', status: 403 },
  { kind: 'versions', trouble: 'antiga' },
  { kind: 'opened' },
  { kind: 'garbled' },
  { kind: 'over', chance: 1 },
  { kind: 'redial' },
  { kind: 'stop' },
];

// Columns: the events in their order. `.` nothing, `n` the same state which knows more, else the state that follows.
const GRID: Record<DialState['name'], string> = {
  idle: 'preparing . . . . . . . n stopped',
  preparing: '. connecting . . . . . waiting n stopped',
  connecting: '. . n n n linked . waiting n stopped',
  linked: '. . . . . . n waiting n stopped',
  waiting: 'preparing . . . . . . . n stopped',
  unwelcome: 'preparing . . . . . . . n stopped',
  stopped: '. . . . . . . . . .',
};

describe('[L3] what the dial does', () => {
  it.each(
    Object.values(states).flatMap((state) =>
      GRID[state.name].split(' ').map((cell, at) => [state.name, events[at]?.kind, cell, state, at] as const),
    ),
  )('%s, then %s: %s', (name, _event, cell, state, at) => {
    const event = events[at];
    if (event === undefined) throw new Error('the grid has more columns than there are events');
    const next = decideDial(state, event);
    if (cell === '.') expect(next).toBe(state);
    else expect(next).not.toEqual(state);
    expect(next.name).toBe(cell === '.' || cell === 'n' ? name : cell);
  });

  it('has a column for each event in every row', () => {
    for (const row of Object.values(GRID)) expect(row.split(' ')).toHaveLength(events.length);
  });

  it('does not dial a relay that has turned this machine away, from wherever it would', () => {
    for (const state of [states.idle, states.waiting, states.unwelcome])
      expect(decideDial(state, { kind: 'dial', welcome: false })).toEqual({ ...known, name: 'unwelcome' });
  });
});

const after = (state: DialState, ...more: DialEvent[]): DialState => more.reduce(decideDial, state);
const over = (chance = 1): DialEvent => ({ kind: 'over', chance });

describe('[L3] the pause', () => {
  it.each([
    [0, 300],
    [1, 550],
    [6, 16_050],
    [7, 30_050],
    [90, 30_050],
  ])('after a relay that refused %i times before is %i ms at most', (attempt, pauseMs) => {
    const refused = after({ ...states.connecting, attempt }, { kind: 'refused', status: 403 });
    expect(after(refused, over())).toMatchObject({ attempt: attempt + 1, pauseMs });
    expect(after(refused, over(0))).toMatchObject({ attempt: attempt + 1, pauseMs: 50 });
  });

  it.each([[502], [503], [504]])(
    'after a proxy that answers %i is that of a relay which is away',
    (status) => {
      const away = after(states.connecting, { kind: 'refused', status });
      expect(after(away, over())).toMatchObject({ attempt: 3, pauseMs: 600 });
      expect(after(away, over(0))).toMatchObject({ attempt: 3, pauseMs: 300 });
      expect(after(states.connecting, over())).toMatchObject({ attempt: 3, pauseMs: 600 });
    },
  );

  it('is none once somebody was found there', () => {
    expect(after(states.connecting, { kind: 'reachable' }, over())).toMatchObject({ attempt: 3, pauseMs: 0 });
  });

  it('grows when the store could not get ready, for that is not the network', () => {
    expect(after(states.preparing, over())).toMatchObject({ attempt: 4, pauseMs: 2050 });
  });

  it('begins with the shortest after a link, and goes on growing after one of nonsense', () => {
    expect(after(states.linked, over())).toMatchObject({ attempt: 1, pauseMs: 300 });
    expect(after(states.linked, { kind: 'garbled' }, over())).toMatchObject({ attempt: 4, pauseMs: 2050 });
  });

  it('begins with the shortest when somebody wants a new link', () => {
    for (const state of Object.values(states).filter(({ name }) => name !== 'stopped'))
      expect(after(state, { kind: 'redial' })).toEqual({ ...state, attempt: 0 });
  });
});

describe('what others are told', () => {
  const refused = (status: number): DialState =>
    after(
      NOT_DIALLED,
      { kind: 'dial', welcome: true },
      { kind: 'prepared' },
      { kind: 'refused', status },
      over(),
    );

  it.each(Object.values(states).map((state) => [state.name, state] as const))('of %s', (name, state) => {
    const told = { idle: 'dialling', preparing: 'dialling', connecting: 'dialling', unwelcome: 'unpaired' };
    expect(linkStateOf(state)).toBe(
      { ...told, linked: 'linked', waiting: 'waiting', stopped: 'stopped' }[name],
    );
  });

  it('[L2] is that the relay does not know the store, until it takes it', () => {
    expect(linkStateOf(refused(401))).toBe('unpaired');
    expect(linkStateOf(refused(403))).toBe('waiting');
    const again = after(refused(401), { kind: 'dial', welcome: true }, { kind: 'prepared' });
    expect(again.paired).toBe(false);
    // While it asks again it is asking.
    expect(linkStateOf(again)).toBe('dialling');
    expect(after(again, { kind: 'opened' }).paired).toBe(true);
  });

  it('is what is the matter with the versions, until the relay says otherwise', () => {
    const told = after(states.connecting, { kind: 'versions', trouble: 'antiga' });
    for (const state of [
      told,
      after(told, { kind: 'opened' }),
      after(told, over()),
      after(told, { kind: 'stop' }),
    ])
      expect(state.trouble).toBe('antiga');
    expect(after(told, { kind: 'versions', trouble: null }).trouble).toBeNull();
  });
});
