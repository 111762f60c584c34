// The owner's guide, walked: docs/guia/comecar.md names a screen of the first run in each heading of its section 6, and what is read on
// that screen in bold. `walkGuide` goes from one to the next as the guide says, for the test and for the guide's own pictures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_PUBLIC_KEY,
  DEMO_WEBHOOK_SECRET,
} from '../simulators/mercado-pago/demo-credentials.ts';
import type { TestShop } from '../support/shop.ts';

export type GuideScreen = { heading: string; bold: string[]; picture: string };

/** The screens of the guide in its order. */
export function guideScreens(file = 'docs/guia/comecar.md'): GuideScreen[] {
  const text = readFileSync(file, 'utf8');
  const section = /^## 6\. .*?(?=^## 7\. )/ms.exec(text)?.[0] ?? '';
  return section
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const heading = part.split('\n', 1)[0]?.trim() ?? '';
      const bold = [...part.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words]) =>
        (words ?? '').replaceAll(/\s+/g, ' '),
      );
      return { heading, bold, picture: /telas\/([a-z-]+)\.png/.exec(part)?.[1] ?? '' };
    });
}

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** What the guide tells to do on each screen, until the next one is there. */
const STEPS: Record<string, (page: Page, box: TestShop) => Promise<void>> = {
  async 'Boas-vindas ao Balcão'(page) {
    await press(page, 'Criar a conta e começar');
  },
  async 'Como se chama a loja?'(page) {
    await page.getByLabel('Nome da loja').fill('Açaí da Ana');
    await page.getByLabel('Telefone', { exact: true }).fill('(11) 98765-4321');
    await page.getByLabel('Endereço').fill('Rua das Flores, 10');
    await press(page, 'Salvar e continuar');
  },
  async 'Quando a loja abre?'(page) {
    await press(page, 'Salvar e continuar');
  },
  async 'O que a loja vende?'(page) {
    await press(page, 'Usar o cardápio de exemplo');
    await page.getByText('O cardápio tem o que vender.').waitFor();
    await press(page, 'Continuar');
  },
  async 'A impressora da cozinha'(page, { ports }) {
    await page.getByLabel('IP da impressora').fill('127.0.0.1');
    await page.getByLabel('Porta').fill(String(ports.printer));
    await press(page, 'Salvar impressora');
    await press(page, 'Imprimir teste');
    await page.getByText('A impressora imprimiu.').waitFor();
    await press(page, 'Continuar');
  },
  async 'Pedidos pela internet'(page, box) {
    const shop = JSON.parse(readFileSync(join(box.dataDir, 'shop.json'), 'utf8')) as { pairingCode: string };
    await page.getByLabel('Endereço do site').fill(box.cable.url);
    await page.getByLabel('Código de pareamento').fill(shop.pairingCode);
    await press(page, 'Ligar ao site');
    await page.getByText('A loja está ligada ao site.').waitFor();
    await press(page, 'Continuar');
  },
  async 'Receber com PIX e cartão'(page) {
    await page.getByLabel('Access Token').fill(DEMO_ACCESS_TOKEN);
    await page.getByLabel('Public Key').fill(DEMO_PUBLIC_KEY);
    await page.getByLabel('Assinatura secreta do webhook').fill(DEMO_WEBHOOK_SECRET);
    await press(page, 'Guardar a conta');
    await page.getByText('A conta foi testada e está pronta para receber.').waitFor();
    await press(page, 'Continuar');
  },
  async 'Um PIX de verdade'(page) {
    await press(page, 'Criar o PIX de teste');
    await page.getByLabel('PIX Copia e Cola').waitFor();
  },
};

/** What stands in the fields before a picture is taken of the screen. */
const FILLED: Record<string, (page: Page, box: TestShop) => Promise<void>> = {
  async 'Boas-vindas ao Balcão'(page, box) {
    const code = /Código de instalação: (\S+)/.exec(box.log('store').join('\n'))?.[1] ?? '';
    await page.getByLabel('Código de instalação').fill(code);
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await page.getByLabel('Email').fill('ana@loja.com');
    await page.getByLabel('Senha').fill('segredo-da-ana');
  },
};

/** From the address that the guide names to its last screen; `onScreen` looks at each before anything is done there. */
export async function walkGuide(
  page: Page,
  box: TestShop,
  onScreen: (screen: GuideScreen) => Promise<void>,
): Promise<void> {
  await page.goto(box.urls.store);
  for (const screen of guideScreens()) {
    await page.getByRole('heading', { level: 1, name: screen.heading, exact: true }).waitFor();
    await FILLED[screen.heading]?.(page, box);
    await onScreen(screen);
    const step = STEPS[screen.heading];
    if (!step) throw new Error(`nobody knows what to do at “${screen.heading}”`);
    await step(page, box);
  }
}
