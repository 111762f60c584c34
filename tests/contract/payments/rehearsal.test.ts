// The guided run against the real provider, tried against the simulated one: it cannot be run here, but it is ready.
import { afterEach, expect, test, vi } from 'vitest';
import { makeCardToken } from '../../harness/card-token.ts';
import { rehearseMercadoPago } from '../../rehearsal/mercado-pago.ts';
import { scrub } from '../../rehearsal/scrub.ts';
import { simulatedPerson } from '../../rehearsal/simulated-person.ts';
import { DEMO_ACCESS_TOKEN, DEMO_COLLECTOR_ID } from '../../simulators/mercado-pago/demo-credentials.ts';
import {
  startMercadoPagoSimulator,
  type MercadoPagoSimulator,
} from '../../simulators/mercado-pago/simulator.ts';

let simulator: MercadoPagoSimulator;
afterEach(() => simulator.close());

async function rehearse(person: (text: string) => Promise<string>, api: 'payments' | 'orders' = 'payments') {
  const said: string[] = [];
  const recorded = await rehearseMercadoPago({
    api,
    baseUrl: simulator.url,
    accessToken: DEMO_ACCESS_TOKEN,
    ask: person,
    say: (text) => void said.push(text),
    pause: () => Promise.resolve(),
    nowMs: Date.now,
    looksMax: 2,
  });
  return { recorded, said };
}

/** In front of a terminal, which only the newer interface has. */
const AT_TERMINAL = [
  'terminals 200',
  'terminal set up 200',
  'terminal 201',
  'terminal, a second one beside it 409',
  'terminal, on the way 200',
  'terminal, shown 200',
  'terminal, look 1 200',
  'terminal, part refund 201',
  'terminal, rest refund 201',
  'terminal, after the refunds 200',
  'terminal, to cancel 201',
  'terminal, cancel 200',
  'terminal, to cancel when shown 201',
  'terminal, cancel without leave 409',
  'terminal, cancel when shown 202',
  'terminal, after the cancel 200',
];

test.each(['payments', 'orders'] as const)(
  'goes through PIX, refunds, panel and card by %s, and records each answer without anything personal',
  async (api) => {
    simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [] });
    const token = await makeCardToken(simulator.url, 'APRO');
    const person = simulatedPerson(simulator, `${token} master`);
    const { recorded } = await rehearse((text) => Promise.resolve(person(text)), api);
    expect(recorded.map(({ step, answer }) => `${step} ${answer.status}`)).toEqual([
      'account 200',
      'methods 200',
      'pix 201',
      'pix, look 1 200',
      'part refund 201',
      'refunds after the part 200',
      'whole refund 201',
      'after the whole refund 200',
      `refund of nothing ${api === 'orders' ? 409 : 400}`,
      'pix for the panel 201',
      'pix for the panel, look 1 200',
      'after the panel refund 200',
      'refunds of the panel 200',
      'card 201',
      'card refund 201',
      'pix to cancel 201',
      'search by reference 200',
      'cancel 200',
      ...(api === 'orders' ? AT_TERMINAL : []),
    ]);
    expect(recorded.find(({ step }) => step === 'after the panel refund')?.answer.body).toMatchObject({
      status: 'refunded',
    });
    const text = JSON.stringify(recorded);
    for (const secret of [
      DEMO_ACCESS_TOKEN,
      token,
      String(DEMO_COLLECTOR_ID),
      'LOJADOSIMULADOR',
      '@',
      'APRO',
      'N950NCB801293324',
    ])
      expect(text).not.toContain(secret);
  },
);

test('goes on where nobody pays and there is no card, and takes no card number for a token', async () => {
  simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [] });
  const { recorded, said } = await rehearse((text) =>
    Promise.resolve(text.startsWith('Cartão') ? '5031433215406351 master' : ''),
  );
  expect(recorded.at(-1)).toMatchObject({ step: 'cancel', answer: { status: 200 } });
  expect(recorded.some(({ step }) => step === 'card')).toBe(false);
  expect(said.join('\n')).toContain('parece um número de cartão');
  expect(JSON.stringify(recorded)).not.toContain('5031433215406351');
});

test('takes out what opens an order, and the shop by its names wherever the provider writes them', async () => {
  simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [] });
  const answered = (body: object) => Promise.resolve(Response.json(body));
  vi.stubGlobal('fetch', (url: string) =>
    answered(
      url.endsWith('/users/me')
        ? {
            id: 9871236540,
            nickname: 'ACAIDAMARIA',
            permalink: 'http://perfil.example.com/ACAIDAMARIA',
            company: { brand_name: 'Maria Souza ME', corporate_name: 'MARIA SOUZA 12345678909' },
          }
        : {
            status: 'created',
            client_token: 'opens-the-order',
            checkout_url: 'https://example.com/checkout?order=opens-the-order',
            integration_data: { application_id: 'app-998877' },
            type_response: { qr_data: '00020101-of-the-shop' },
            statement_descriptor: 'MARIA SOUZA',
            description: 'Loja ACAIDAMARIA de 9871236540',
            shipping: { receiver_address: { street_name: 'Rua da Maria', zip_code: '01000-000' } },
          },
    ),
  );
  try {
    const { recorded } = await rehearse(() => Promise.resolve(''), 'orders');
    const text = JSON.stringify(recorded);
    for (const secret of [
      'ACAIDAMARIA',
      'MARIA',
      'Maria',
      '9871236540',
      'opens-',
      'app-998877',
      '00020101',
      '01000-000',
    ])
      expect(text).not.toContain(secret);
    expect(text).toContain('"status":"created"');
    expect(text).toContain('Loja removed de removed');
  } finally {
    vi.unstubAllGlobals();
  }
});

test('takes out people and accounts at any depth, and keeps the shape', async () => {
  simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [] });
  expect(
    scrub(
      {
        id: 7,
        payer: { id: '99', email: 'a@b.com', identification: { type: 'CPF', number: '123' }, phone: null },
        note: 'de maria@loja.com.br, CPF 123.456.789-09, chave SEGREDO',
        phones: ['ligue (11) 98765-4321', '+55 11 3456-7890', '11 98765-4321 à noite'],
        international: ['+5511987654321', 'de +55 1134567890,', '+55 11 98765 4321', '+551198765'],
        at: '2026-11-21T15:00:00.000-03:00',
        reference: 'ensaio-01890a5d-1234-7740-8123-302099808057',
        list: [{ collector_id: 9, status: 'approved' }],
      },
      ['SEGREDO'],
    ),
  ).toEqual({
    id: 7,
    payer: {
      id: 'removed',
      email: 'removed',
      identification: { type: 'removed', number: 'removed' },
      phone: null,
    },
    note: 'de removed, CPF removed, chave removed',
    phones: ['ligue removed', 'removed', 'removed à noite'],
    international: ['removed', 'de removed,', 'removed', '+551198765'],
    at: '2026-11-21T15:00:00.000-03:00',
    reference: 'ensaio-01890a5d-1234-7740-8123-302099808057',
    list: [{ collector_id: 0, status: 'approved' }],
  });
});
