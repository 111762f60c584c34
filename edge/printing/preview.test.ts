// A slip to look at is the slip that would be printed: with the shop's own name and address, on the paper of its printer.
import { expect, it } from 'vitest';
import { createPreview } from './preview.ts';
import { SAMPLES, SAMPLE_LOGO } from './receipt/samples.ts';

type Deps = Parameters<typeof createPreview>[0];

const previewOf = (change: Partial<Deps> = {}, siteUrl: string | null = 'https://acai.example') =>
  createPreview({
    queue: { documentOf: () => null, documentFor: () => SAMPLES.kitchen },
    printers: { byId: () => null },
    facts: {
      siteUrl: () => siteUrl,
      shop: () => ({ name: 'Sorvetes da Lúcia', address: 'Rua B, 2', phone: '' }),
    } as Deps['facts'],
    logo: () => Promise.resolve(SAMPLE_LOGO),
    timeZone: 'America/Sao_Paulo',
    clock: () => Date.UTC(2026, 10, 21, 17, 32),
    ...change,
  } as Deps);
const NARROW = { columns: 32, codePage: 'PC860', pictures: true } as const;

it("the customer's sample names this shop and leads to its own site", async () => {
  const svg = await previewOf().sample('counter', NARROW);
  expect(svg).toContain('Sorvetes da Lúcia');
  expect(svg).toContain('acai.example/meu-pedido');
  expect(svg).not.toMatch(/Açaí da Praça|codigo=/);
});

it('leads nowhere while no site is known', async () => {
  expect(await previewOf({}, null).sample('counter', NARROW)).not.toContain('Acompanhe');
});

it.each(['counter', 'test'] as const)(
  '%s has the logo only where the printer prints pictures',
  async (kind) => {
    const preview = previewOf();
    const bare = await preview.sample(kind, { ...NARROW, pictures: false });
    const drawn = await preview.sample(kind, NARROW);
    expect(drawn.length).toBeGreaterThan(bare.length);
  },
);

it('of an order is drawn on paper as wide as was asked', async () => {
  const widthOf = async (columns: 32 | 48) =>
    /width="(\d+)"/.exec((await previewOf().order('one', 'kitchen', columns)) ?? '')?.[1];
  expect([await widthOf(32), await widthOf(48)]).toEqual(['432', '624']);
  expect(
    await previewOf({ queue: { documentOf: () => null, documentFor: () => null } }).order(
      'one',
      'kitchen',
      32,
    ),
  ).toBeNull();
});

it('of a job is drawn on the paper of its printer, and says that it is a repeat', async () => {
  const job = (repeat: boolean): Deps['queue'] => ({
    documentOf: () => ({ document: SAMPLES.kitchen, printerId: 'p', repeat }),
    documentFor: () => null,
  });
  const printers = { byId: () => NARROW } as unknown as Deps['printers'];
  const [once, again] = [
    await previewOf({ queue: job(false), printers }).job(1),
    await previewOf({ queue: job(true), printers }).job(1),
  ];
  expect(/width="(\d+)"/.exec(once ?? '')?.[1]).toBe('432');
  expect([once, again].map((svg) => svg?.includes('VIA'))).toEqual([false, true]);
});

it('is drawn with the letters that a printer of that family has, whatever was chosen for it', async () => {
  const { ticket } = SAMPLES.kitchen;
  const document = { kind: 'ticket', ticket: { ...ticket, observations: 'pagou com 5 €' } } as const;
  const drawnFor = (family: 'EPSON' | 'STAR') =>
    previewOf({
      queue: { documentOf: () => ({ document, printerId: 'p', repeat: false }), documentFor: () => null },
      printers: { byId: () => ({ ...NARROW, codePage: 'PC850', family }) } as unknown as Deps['printers'],
    }).job(1);
  // PC850 has no such sign; a Star knows no PC850, and the page that it has does.
  expect([(await drawnFor('EPSON'))?.includes('€'), (await drawnFor('STAR'))?.includes('€')]).toEqual([
    false,
    true,
  ]);
});
