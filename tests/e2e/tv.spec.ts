// The TV in the shop: let in by a code, called from afar and aloud, ordered from by its QR code, and taken away again.
import { join } from 'node:path';
import type { TvPanel } from '@balcao/shared/http/tv.ts';
import { expect, type Browser, type Page } from '../support/browser-test.ts';
import { withAnswer } from './altered.ts';
import { expectAccessible, hiddenWidth } from './axe.ts';
import { COUNTER, orderAt, sellCup } from './counter.ts';
import { askAs, openAdmin, test } from './staff.ts';

const SCREENSHOTS = process.env['SCREENSHOTS'];
const picture = async (page: Page, name: string): Promise<void> => {
  if (SCREENSHOTS) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
};

/** A TV that nobody ever signed in on, which writes down what it says aloud. */
async function openTv(browser: Browser, host: string, width = 1920, height = 1080): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, isMobile: false });
  const tv = await context.newPage();
  await tv.addInitScript(() => {
    const heard: string[] = [];
    class Utterance {
      lang = '';
      rate = 1;
      voice = null;
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    }
    Object.assign(window, { heard, SpeechSynthesisUtterance: Utterance });
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => [],
        cancel: () => undefined,
        speak: ({ text, lang }: Utterance) => heard.push(`${lang}: ${text}`),
      },
    });
  });
  await tv.goto(`${host}/painel`);
  return tv;
}
const heard = (tv: Page): Promise<string[]> =>
  tv.evaluate(() => (window as unknown as { heard: string[] }).heard);

test('a TV is let in by its code, calls a number aloud, and shows another code once it is taken away @desktop', async ({
  browser,
  device,
  ownShop: { urls },
}) => {
  const host = urls.store;
  const counter = await device(host, 'ATTENDANT', '/balcao', COUNTER);
  const tv = await openTv(browser, host);
  await expect(tv.getByRole('heading', { level: 1 })).toHaveText('Ligar esta TV ao painel');
  const shown = tv.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/);
  await expect(shown).toBeVisible();
  const code = (await shown.textContent()) ?? '';
  await expectAccessible(tv);
  await picture(tv, 'tv-code');

  const admin = await openAdmin(counter, host, '/admin');
  await expect(admin.getByRole('banner').getByRole('link', { name: 'TV', exact: true })).toHaveAttribute(
    'href',
    '/painel',
  );
  await admin.getByRole('region', { name: 'Hoje' }).getByRole('link', { name: 'TV do painel' }).click();
  await admin.getByLabel('Código da TV').fill('000 000');
  await admin.getByRole('button', { name: 'Ligar a TV' }).click();
  await expect(admin.getByText('Código incorreto ou vencido.').first()).toBeVisible();
  // The square on the TV leads to this address.
  await admin.goto(`${host}/admin/configuracoes/tv?codigo=${code.replace(' ', '')}`);
  await expect(admin.getByLabel('Código da TV')).toHaveValue(code.replace(' ', ''));
  await admin.getByRole('textbox', { name: 'Nome' }).fill('Salão');
  await admin.getByRole('button', { name: 'Ligar a TV' }).click();
  const screens = admin.getByRole('list', { name: 'TVs ligadas' }).getByRole('listitem');
  await expect(screens).toHaveText([/^Salão/]);
  await expectAccessible(admin);
  await picture(admin, 'tv-admin');

  const last = tv.getByRole('region', { name: 'Última chamada' });
  await expect(last).toContainText('Painel de senhasSeu número aparece aqui quando estiver pronto.');
  await expectAccessible(tv);
  await picture(tv, 'tv-0');
  const { panel } = await sellCup(counter);
  const { id } = await orderAt(host, panel);
  await expect(tv.getByRole('region', { name: 'Em preparo' }).getByRole('listitem')).toHaveText([panel]);
  const move = (kind: string) => askAs(host, 'KITCHEN', `/api/staff/orders/${id}/moves`, { kind });
  for (const kind of ['start', 'mark-ready']) await move(kind);
  const number = last.getByText(panel, { exact: true });
  await expect(number).toBeVisible();
  await expect(last).toHaveText(`Senha${panel}`);
  const size = await number.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  // Figures are 0.72 of it: half the screen's height.
  expect((size * 0.72) / 1080).toBeCloseTo(0.5, 1);
  await expect.poll(() => heard(tv)).toEqual(['pt-BR: Senha um']);
  await expectAccessible(tv);
  await picture(tv, 'tv-1');

  await tv.getByRole('button', { name: 'Chamar sem som' }).click();
  await expect(tv.getByText('Chamada sem som')).toBeVisible();
  for (const kind of ['back-to-preparing', 'mark-ready']) await move(kind);
  await expect(number).toBeVisible();
  await move('deliver');
  await expect(number).toBeHidden();
  // The switch outlives a reload, and the TV its power cut.
  await tv.reload();
  await expect(tv.getByRole('button', { name: 'Chamar sem som' })).toHaveAttribute('aria-pressed', 'true');
  expect(await heard(tv)).toEqual([]);

  await admin.getByRole('button', { name: 'Meus acessos' }).click();
  await admin
    .getByRole('dialog', { name: 'Meus acessos' })
    .getByRole('button', { name: /^Desligar a TV Salão/ })
    .click();
  await expect(tv.getByText('Código desta TV')).toBeVisible();
  await expect(tv.getByText(code)).toHaveCount(0);
  await admin.context().close();
  await tv.context().close();
});

test('a TV whose browser allows no sound says so quietly, until somebody touches it @desktop', async ({
  device,
  shop,
}) => {
  const tv = await device(shop.urls.store, 'KITCHEN', '/cozinha', { viewport: { width: 1280, height: 720 } });
  await tv.addInitScript(() => {
    let isTouched = false;
    document.addEventListener('pointerdown', () => (isTouched = true), true);
    AudioContext.prototype.resume = () => (isTouched ? Promise.resolve() : new Promise(() => undefined));
    Object.defineProperty(AudioContext.prototype, 'state', {
      get: () => (isTouched ? 'running' : 'suspended'),
    });
  });
  await tv.goto(`${shop.urls.store}/painel`);
  const hint = tv.getByText('Toque na tela para ligar a chamada');
  await expect(hint).toBeVisible();
  await tv.getByRole('main').click();
  await expect(hint).toBeHidden();
});

const numbers = (count: number, first: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `n${first + at}`, number: first + at, readyAtMs: 1 }));

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [1080, 1920],
] as const)
  for (const theme of ['light', 'dark'] as const)
    test(`the TV shows 0, 1, 5 and 30 numbers whole on ${width}×${height}, ${theme} @desktop`, async ({
      browser,
      shop,
    }) => {
      const host = shop.urls.store;
      const context = await browser.newContext({ viewport: { width, height }, isMobile: false });
      const tv = await context.newPage();
      let count = 0;
      await tv.route('**/api/tv/panel', (route) =>
        route.fulfill({
          json: {
            now: Date.now(),
            ready: numbers(count, 101),
            readyMore: 0,
            preparing: numbers(count, 201),
            preparingMore: 0,
          } satisfies TvPanel,
        }),
      );
      await tv.route('**/api/tv/live', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body: 'event: ping\ndata: {}\n\n' }),
      );
      await withAnswer<{ publicUrl: string }>(tv, '**/api/store', (about) => {
        about.publicUrl = 'https://acai-da-lucia.example';
      });
      await tv.addInitScript((name) => localStorage.setItem('balcao-staff-theme-painel', name), theme);
      for (count of [0, 1, 5, 30]) {
        await tv.goto(`${host}/painel`);
        await expect(tv.getByRole('region', { name: 'Última chamada' })).toBeVisible();
        await expect(tv.getByRole('img', { name: 'QR code: https://acai-da-lucia.example' })).toBeVisible();
        await expect(tv.getByText('e mais 12')).toHaveCount(count === 30 ? 2 : 0);
        const hidden = () =>
          tv.evaluate(() =>
            [...document.querySelectorAll('section li, section > p')].flatMap((one) => {
              const box = one.closest('section')!.getBoundingClientRect();
              const { right, bottom, height } = one.getBoundingClientRect();
              return right > box.right + 1 || bottom > box.bottom + 1 || height < 24 ? [one.textContent] : [];
            }),
          );
        await expect.poll(hidden).toEqual([]);
        if (count > 0) {
          const last = tv.getByRole('region', { name: 'Última chamada' }).getByText('101', { exact: true });
          const size = () => last.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
          // Upright, three figures are as wide as the screen before they are half as high.
          await expect.poll(size).toBeGreaterThan(width > height ? height * 0.47 : width * 0.45);
        }
        expect(await hiddenWidth(tv)).toBe(0);
        await expectAccessible(tv);
        await picture(tv, `tv-${width}-${theme}-${count}`);
      }
      await context.close();
    });
