// Whole conversations of the print queue with printers of every nature: what goes over the line, what becomes of the job, what screens and
// the log say, each at its time. An approved text that a person reads; what must come of it by the spec is tested beside.
import { expect, it, vi } from 'vitest';
import { is, KITCHEN, openScene, openScripted, READY, type Nature } from '../testing/scripted-printer.ts';
import { ChannelError } from './channel-error.ts';

vi.mock('./tcp-channel.ts', () => ({
  openTcp: (host: string, port: number) => openScripted(`${host}:${port}`),
}));

const NO_PAPER = [0x1a, 0x72];
const LID_OPEN = [0x1a, 0x12];
const LITTLE_PAPER = [0x12, 0x1e];
const ends = (error: Error | null): Nature => ({ status: READY, meanwhile: ({ end }) => end(error) });
const says = (bytes: number[]): Nature => ({ status: READY, meanwhile: ({ say }) => say(bytes) });

/** Each is sent a ticket, another one when that is settled, and a test page. */
const NATURES: Record<string, Nature> = {
  'tells when a ticket is out': { status: READY, tellsAfterMs: 800 },
  'tells, and is slow': { status: READY, tellsAfterMs: 2700 },
  'tells, with little paper': { status: LITTLE_PAPER, tellsAfterMs: 100 },
  'answers for its paper only': { status: READY },
  'answers the first question only': { status: [0x12], tellsAfterMs: 100 },
  'says nothing and hangs up': { hangsUp: true },
  'says nothing and does not hang up': { hangsUp: false },
  'says nothing and hangs up at once': { ...ends(null), status: [] },
  'says nothing and breaks off': {
    ...ends(new ChannelError(`${KITCHEN} interrompeu a conexão`)),
    status: [],
  },
  'cannot answer': { answers: false },
  'has no paper': { status: NO_PAPER },
  'has its lid open': { status: LID_OPEN },
  'is not there': { away: 'recusou a conexão' },
  'hangs up while it prints': ends(null),
  'breaks off while it prints': ends(new ChannelError(`${KITCHEN} interrompeu a conexão`)),
  'says of itself that its paper ends': says([0x18, 0, 0x0c, 0]),
};

it('a printer of each nature is spoken to as was approved', async () => {
  const texts: string[] = [];
  for (const [title, nature] of Object.entries(NATURES)) {
    const scene = openScene(`a printer that ${title}`);
    is(nature);
    const id = scene.add('Cozinha');
    scene.printing().start();
    await scene.pass(1500);
    scene.queue(id);
    await scene.pass(8000);
    scene.queue(id);
    await scene.pass(60_000);
    await scene.test(id);
    texts.push(await scene.end());
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('./approved/natures.txt');
});
