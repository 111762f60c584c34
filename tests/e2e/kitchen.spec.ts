// The kitchen's evening: what a card tells and when it changes colour, the way forward and back, the bell, the reset, the
// board in the shop, and a screen that stays as light after two thousand orders as it was at the start.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, type Locator, type Page } from '../support/browser-test.ts';
import { seeToast } from './altered.ts';
import { brokenRules, hiddenWidth } from './axe.ts';
import { COUNTER, CUP, orderAt, sellCup } from './counter.ts';
import { askAs, cardIn, openTicket, openTool, test } from './staff.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];

async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}

/** Counts the notes that the page plays, so that a test can hear. */
async function listen(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = window as unknown as { notes: number };
    counter.notes = 0;
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function note(this: AudioContext) {
      counter.notes += 1;
      return create.call(this);
    };
  });
  return () => page.evaluate(() => (window as unknown as { notes: number }).notes);
}

/** An açaí for a customer with a phone, sold at the counter: no toppings, and a wish. */
async function soldAcai(host: string): Promise<{ number: string }> {
  const menu = await askAs<Record<'sizes' | 'bases' | 'iceCreams', { id: string; name: string }[]>>(
    host,
    'ATTENDANT',
    '/api/menu',
  );
  const [size, base, iceCream] = [menu.sizes[0], menu.bases[0], menu.iceCreams[0]];
  const { order } = await askAs<{ order: { id: string; simpleId: number } }>(
    host,
    'ATTENDANT',
    '/api/staff/orders',
    {
      id: uuidv7(),
      consumptionType: 'local',
      customerPhone: '11987654321',
      observations: 'sem colher',
      items: [{ id: 'a', sizeId: size?.id, baseId: base?.id, iceCreamId: iceCream?.id, toppings: [] }],
    },
  );
  const moves = `/api/staff/orders/${order.id}/moves`;
  await askAs(host, 'ATTENDANT', moves, { kind: 'confirm-payment', method: 'cash' });
  return { number: String(order.simpleId) };
}

/** The seconds that a clock shows at its next five changes. */
const tickedSeconds = (clock: Locator): Promise<number[]> =>
  clock.evaluate(
    (time) =>
      new Promise<number[]>((resolve) => {
        const shown: number[] = [];
        const changes = new MutationObserver(() => {
          shown.push(Number(time.textContent?.slice(-2)));
          if (shown.length === 5) resolve(shown);
        });
        changes.observe(time, { characterData: true, childList: true, subtree: true });
      }),
  );

async function sold(counter: Page, host: string): Promise<{ id: string; number: string; panel: string }> {
  const { panel } = await sellCup(counter);
  return { panel, ...(await orderAt(host, panel)) };
}

test('an order goes through the kitchen and back, and nothing of the way is lost @desktop @smoke', async ({
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const kitchen = await device(host, 'KITCHEN', '/cozinha');
  const counter = await device(host, 'ATTENDANT', '/balcao', COUNTER);
  const notes = await listen(kitchen);

  await expect(kitchen.getByRole('heading', { level: 1 })).toHaveText('Beto da Cozinha');
  await expect(kitchen.getByText(/^Atualizado às \d\d:\d\d:\d\d$/)).toBeVisible();
  const clock = kitchen.getByRole('banner').locator('time');
  const before = await clock.textContent();
  await expect(clock).not.toHaveText(before ?? '');
  // A machine that is busy may miss one: what the clock shows next is mostly the next second.
  const seconds = await tickedSeconds(clock);
  expect(seconds.slice(1).map((second, at) => (second - (seconds[at] ?? 0) + 60) % 60)).toContain(1);
  await expect(kitchen.getByRole('banner')).toContainText('0 pedidos');

  // Browsers are silent until the first touch.
  const sound = kitchen.getByRole('button', { name: 'Som', exact: true });
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  const { number, panel } = await sold(counter, host);
  const received = cardIn(kitchen, 'Recebidos', number);
  await expect(received).toContainText('NOVO');
  await expect(received).toContainText('LEVAR PARA CASA');
  await expect(received).toContainText(CUP);
  await expect(received).toContainText(/\d min/);
  await expect(kitchen.getByRole('banner')).toContainText('1 pedido');
  await expect(kitchen.getByRole('heading', { name: 'Recebidos 1 pedido', exact: true })).toBeVisible();
  const first = await notes();
  expect(first).toBeGreaterThan(0);
  // It goes on ringing until somebody has seen the order.
  await expect.poll(notes).toBeGreaterThan(first);
  await kitchen.getByRole('button', { name: '1 novo' }).click();
  await expect(received).not.toContainText('NOVO');
  await picture(kitchen, 'kitchen');

  const summary = async (): Promise<string[]> => kitchen.locator('dl dd').allTextContents();
  await expect.poll(summary).toEqual(['1', '0', '0', '0']);
  await received.getByRole('button', { name: 'Iniciar Preparo' }).click();
  const preparing = cardIn(kitchen, 'Em Preparo', number);
  const begun = await openTicket(kitchen, 'Em Preparo', number);
  await begun.getByRole('button', { name: /^Voltar para Recebidos/ }).click();
  await received.getByRole('button', { name: 'Iniciar Preparo' }).click();
  await preparing.getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect(kitchen.getByRole('region', { name: 'Avisos' })).toContainText('Pedido Pronto');
  const ready = cardIn(kitchen, 'Prontos', number);
  await expect(ready).toContainText('Sem telefone');
  await expect(ready).toContainText('Aguardando Retirada');
  const chip = await openTicket(kitchen, 'Prontos', number);
  await expect(chip).toContainText('Aguardando Retirada');
  expect(await brokenRules(kitchen)).toEqual([]);
  await chip.getByRole('button', { name: /^Voltar para Em Preparo/ }).click();
  await preparing.getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect.poll(summary).toEqual(['0', '0', '1', '0']);
  await (
    await openTicket(kitchen, 'Prontos', number)
  )
    .getByRole('button', { name: 'Marcar Entregue' })
    .click();
  await expect.poll(summary).toEqual(['0', '0', '0', '1']);

  await openTool(kitchen, 'Histórico');
  const history = kitchen.getByRole('dialog', { name: 'Histórico: últimos entregues' });
  await expect(history.getByRole('listitem').first()).toContainText(`#${number}`);
  expect(await brokenRules(kitchen)).toEqual([]);
  await history.getByRole('button', { name: 'Desfazer entrega' }).click();
  await history.getByRole('button', { name: 'Fechar', exact: true }).click();
  await expect(ready).toBeVisible();

  await kitchen.getByRole('button', { name: 'A fazer' }).click();
  await expect(kitchen.getByRole('dialog', { name: 'A fazer em todos os pedidos abertos' })).toContainText(
    'Nada a fazer agora.',
  );
  await kitchen.keyboard.press('Escape');
  const next = await sold(counter, host);
  await kitchen.getByRole('button', { name: 'A fazer' }).click();
  await expect(kitchen.getByRole('dialog', { name: 'A fazer em todos os pedidos abertos' })).toContainText(
    `1× ${CUP}`,
  );
  await kitchen.keyboard.press('Escape');

  const acai = await soldAcai(host);
  await expect(cardIn(kitchen, 'Recebidos', acai.number)).toContainText('CONSUMIR NO LOCAL');
  await expect(cardIn(kitchen, 'Recebidos', acai.number)).toContainText(/ - .*Sem toppings.*sem colher/);
  await cardIn(kitchen, 'Recebidos', acai.number).getByRole('button', { name: 'Iniciar Preparo' }).click();
  await cardIn(kitchen, 'Em Preparo', acai.number).getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect(cardIn(kitchen, 'Prontos', acai.number)).toContainText('(11) 98765-4321');
  await (
    await openTicket(kitchen, 'Prontos', acai.number)
  )
    .getByRole('button', { name: 'Marcar Entregue' })
    .click();

  await openTool(kitchen, 'Resetar Painel');
  const reset = kitchen.getByRole('dialog', { name: 'Resetar Painel' });
  await expect(reset).toContainText('2 pedidos abertos perdem o número do painel.');
  expect(await brokenRules(kitchen)).toEqual([]);
  await kitchen.route('**/api/staff/panel/reset', (route) => route.abort(), { times: 1 });
  await reset.getByRole('button', { name: 'Resetar' }).click();
  await expect(reset.getByRole('alert').filter({ hasText: 'Erro ao resetar painel.' })).toBeVisible();
  await seeToast(kitchen, 'Erro ao resetar painel', 'Tente novamente.');
  await reset.getByRole('button', { name: 'Resetar' }).click();
  const told = kitchen.getByRole('region', { name: 'Avisos' });
  await expect(told).toContainText('Painel resetado');
  await expect(told).toContainText('Novos pedidos voltarão a iniciar no número 1.');
  await expect(kitchen.getByRole('list', { name: 'Recebidos', exact: true })).toContainText(
    `antes nº ${next.panel}`,
  );
  expect((await sold(counter, host)).panel).toBe('1');
  expect(panel).toBe('1');

  await openTool(kitchen, 'Tela');
  await kitchen.getByRole('button', { name: 'Usar cores claras' }).click();
  await kitchen.keyboard.press('Escape');
  await expect(kitchen.locator('html')).toHaveAttribute('data-theme', 'acai');
  await picture(kitchen, 'kitchen-light');
  for (const button of await kitchen.getByRole('main').getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(64);
  }
  expect(await hiddenWidth(kitchen)).toBe(0);
});

test('an order that is cancelled in the making stays, struck through and heard, until each screen takes it away @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const kitchen = await device(host, 'KITCHEN', '/cozinha');
  const other = await device(host, 'KITCHEN', '/cozinha');
  const counter = await device(host, 'ATTENDANT', '/balcao', COUNTER);
  await kitchen.getByRole('button', { name: 'Som', exact: true }).click();
  const { id, number, panel } = await sold(counter, host);
  const untouched = await sold(counter, host);
  await cardIn(kitchen, 'Recebidos', number).getByRole('button', { name: 'Iniciar Preparo' }).click();
  await expect(cardIn(other, 'Em Preparo', number)).toBeVisible();
  await kitchen.getByRole('button', { name: '1 novo' }).click();
  const notes = await listen(kitchen);

  for (const one of [untouched.id, id])
    await askAs(host, 'ADMIN', `/api/staff/orders/${one}/moves`, { kind: 'cancel', reason: 'cliente' });
  const card = (screen: Page) =>
    screen
      .getByRole('list', { name: 'Em Preparo', exact: true })
      .getByRole('listitem', { name: `Cancelado: pedido ${panel}` });
  await expect(card(kitchen)).toContainText('CANCELADO');
  await expect(card(kitchen)).toContainText('Não preparar este pedido.');
  await expect(card(kitchen).locator('del', { hasText: CUP })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  const first = await notes();
  expect(first).toBeGreaterThan(0);
  // It goes on ringing until somebody has seen it, and is no order that is to be made.
  await expect.poll(notes).toBeGreaterThan(first);
  await expect.poll(() => kitchen.locator('dl dd').allTextContents()).toEqual(['0', '0', '0', '0']);
  // What nobody had begun is gone without a word.
  await expect(kitchen.getByText(`Cancelado: pedido ${untouched.panel}`)).toHaveCount(0);
  expect(await brokenRules(kitchen)).toEqual([]);
  await picture(kitchen, 'kitchen-cancelled');

  await kitchen.reload();
  const bump = card(kitchen).getByRole('button', { name: `Tirar da tela: pedido ${panel}` });
  expect((await bump.boundingBox())?.height).toBeGreaterThanOrEqual(64);
  await bump.click();
  await expect(card(kitchen)).toHaveCount(0);
  await kitchen.reload();
  await expect(kitchen.getByRole('list', { name: 'Em Preparo', exact: true })).toContainText(
    'Nada em preparo.',
  );
  await expect(card(kitchen)).toHaveCount(0);
  await expect(card(other)).toBeVisible();
});

test('a card turns yellow and red by the minutes that the settings say, oldest first @desktop', async ({
  device,
  ownShop,
}) => {
  const { urls, dataDir } = ownShop;
  const counter = await device(urls.store, 'ATTENDANT', '/balcao', COUNTER);
  const numbers = [
    (await sold(counter, urls.store)).number,
    (await sold(counter, urls.store)).number,
    (await sold(counter, urls.store)).number,
  ];
  await ownShop.kill('store');
  const db = new Database(join(dataDir, 'edge', 'store.db'));
  const older = db.prepare(
    'update orders set created_at_ms = created_at_ms - ?, received_at_ms = received_at_ms - ? where number = ?',
  );
  const minutes = [6, 0, 9];
  for (const [index, number] of numbers.entries())
    older.run((minutes[index] ?? 0) * 60_000, (minutes[index] ?? 0) * 60_000, Number(number));
  db.close();
  await ownShop.start('store');

  const kitchen = await device(urls.store, 'KITCHEN', '/cozinha');
  const cards = kitchen.getByRole('list', { name: 'Recebidos', exact: true }).locator('> li');
  await expect(cards).toHaveText([/‼\s*9 min, atrasado/, /▲\s*6 min, atenção/, /●\s*0 min, no prazo/]);
  await picture(kitchen, 'kitchen-ages');

  const admin = await device(urls.store, 'ADMIN', '/admin/configuracoes/geral');
  const warn = admin.getByLabel('Cozinha: amarelo ▲ a partir de (min)');
  const late = admin.getByLabel('Cozinha: vermelho ‼ a partir de (min)');
  await expect(warn).toHaveValue('5');
  await warn.fill('30');
  await expect(admin.getByText('O vermelho precisa vir depois do amarelo.').first()).toBeVisible();
  await warn.fill('7');
  await late.fill('60');
  await admin.getByRole('button', { name: 'Salvar tudo' }).click();
  await expect(admin.getByText('Configurações salvas')).toBeVisible();
  await expect(cards).toHaveText([/▲\s*9 min, atenção/, /●\s*6 min, no prazo/, /●\s*0 min, no prazo/]);
  await openTool(kitchen, 'Tela');
  await expect(kitchen.getByRole('dialog', { name: 'Esta tela' })).toContainText('amarelos ▲ com 7 min');
  await kitchen.keyboard.press('Escape');
  // What is ready is as old as it is ready.
  const [, , oldest = ''] = numbers;
  await cardIn(kitchen, 'Recebidos', oldest).getByRole('button', { name: 'Iniciar Preparo' }).click();
  await cardIn(kitchen, 'Em Preparo', oldest).getByRole('button', { name: 'Marcar Pronto' }).click();
  await expect(cardIn(kitchen, 'Prontos', oldest).getByText('0 min', { exact: true })).toBeVisible();
});

test('the board in the shop calls a number that is ready, large enough to be read from afar @desktop', async ({
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const tv = await device(host, 'KITCHEN', '/painel', { viewport: { width: 1920, height: 1080 } });
  const counter = await device(host, 'ATTENDANT', '/balcao', COUNTER);
  const notes = await listen(tv);
  // No tap is needed where the browser allows sound, as this one does (tests/e2e/tv.spec.ts has the other).
  await expect(tv.getByText('Toque na tela para ligar a chamada')).toBeHidden();
  const { id, panel } = await sold(counter, host);
  const making = tv.getByRole('region', { name: 'Em preparo' }).getByRole('listitem');
  const ready = tv.getByRole('region', { name: 'Pronto! Pode retirar' }).getByRole('listitem');
  await expect(making).toHaveText([panel]);
  expect(await notes()).toBe(0);
  for (const kind of ['start', 'mark-ready'])
    await askAs(host, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind });
  await expect(ready).toHaveText([panel]);
  await expect(making).toHaveCount(0);
  expect(await notes()).toBeGreaterThan(0);
  // Five metres want letters of about two centimetres and more: on a TV of 43 inches a fiftieth of its height.
  const height = await ready.first().evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  expect(height).toBeGreaterThan(1080 / 10);
  expect(await brokenRules(tv)).toEqual([]);
  await picture(tv, 'board');
  await askAs(host, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind: 'deliver' });
  await expect(ready).toHaveCount(0);
});

test('a kitchen screen is as light after two thousand orders as after one thousand @desktop', async ({
  device,
  shop,
}) => {
  const kitchen = await device(shop.urls.store, 'KITCHEN', '/auth');
  // The store's events come from the test: an evening of two thousand orders in a minute.
  await kitchen.addInitScript(() => {
    const opened: EventTarget[] = [];
    class Scripted extends EventTarget {
      static readonly OPEN = 1;
      readonly readyState = 1;
      constructor() {
        super();
        opened.push(this);
        queueMicrotask(() => this.dispatchEvent(new Event('open')));
      }
      close(): void {
        opened.splice(opened.indexOf(this), 1);
      }
    }
    Object.assign(window, {
      EventSource: Scripted,
      tell: (data: string, id: string) => {
        for (const source of opened)
          source.dispatchEvent(new MessageEvent('order', { data, lastEventId: id }));
      },
    });
  });
  await kitchen.route('**/api/staff/printing', (route) =>
    route.fulfill({ json: { printers: [], jobs: [] } }),
  );
  await kitchen.goto(`${shop.urls.store}/cozinha`);
  await expect(kitchen.getByRole('heading', { name: 'Recebidos' })).toBeVisible();
  const devtools = await kitchen.context().newCDPSession(kitchen);
  const OPEN_AT_ONCE = 10;
  const tickets = kitchen.locator('article');
  const hear = (events: readonly string[]) =>
    kitchen.evaluate(async (all) => {
      const { tell } = window as unknown as { tell: (data: string, id: string) => void };
      for (const [index, data] of all.entries()) {
        tell(data, String(index));
        // A frame after every few, as in an evening: what is drawn must go again too.
        if (index % 20 === 0) await new Promise(requestAnimationFrame);
      }
      await new Promise(requestAnimationFrame);
    }, events);
  const evening = async (from: number, to: number): Promise<void> => {
    const events: string[] = [];
    const step = (number: number, status: 'RECEBIDO' | 'PREPARING' | 'READY' | 'DELIVERED', atMs: number) => {
      const order = sampleOrder({
        id: `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`,
        simpleId: 900_000 + number,
        status,
        paymentStatus: 'approved',
        updatedAtMs: atMs,
        deliveredAtMs: status === 'DELIVERED' ? atMs : null,
      });
      events.push(JSON.stringify(order));
    };
    const nowMs = Date.now();
    for (let number = from; number < to; number += 1) {
      step(number, 'RECEBIDO', nowMs + number * 4);
      step(number, 'PREPARING', nowMs + number * 4 + 1);
      if (number < from + OPEN_AT_ONCE) continue;
      step(number - OPEN_AT_ONCE, 'READY', nowMs + number * 4 + 2);
      step(number - OPEN_AT_ONCE, 'DELIVERED', nowMs + number * 4 + 3);
    }
    for (let number = to - OPEN_AT_ONCE; number < to; number += 1) step(number, 'DELIVERED', nowMs + to * 4);
    await hear(events.splice(0));
    // One more, seen to come and to go: what was drawn two changes ago is still held, and that was ten tickets or none, as the frames fell.
    const lone = 10_000 + to;
    step(lone, 'RECEBIDO', nowMs + to * 4 + 1);
    await hear(events.splice(0));
    await expect(tickets).toHaveCount(1);
    step(lone, 'DELIVERED', nowMs + to * 4 + 2);
    await hear(events.splice(0));
    await expect(tickets).toHaveCount(0);
  };
  const weight = async (): Promise<{ bytes: number; nodes: number }> => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { nodes } = await devtools.send('Memory.getDOMCounters');
    return { bytes: usedSize, nodes };
  };
  // The first thousand warm the page up: until then the engine keeps compiling, which weighs too.
  await evening(0, 1_000);
  const early = await weight();
  await evening(1_000, 2_000);
  const late = await weight();
  await openTool(kitchen, 'Histórico');
  await expect(
    kitchen.getByRole('dialog', { name: 'Histórico: últimos entregues' }).locator('ul > li'),
  ).toHaveCount(12);
  // A thousand orders that were kept would weigh some three times that.
  expect(late.bytes - early.bytes).toBeLessThan(1_000_000);
  expect(late.nodes).toBeLessThan(early.nodes + 300);
});
