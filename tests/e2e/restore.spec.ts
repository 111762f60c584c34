// The card died: an empty machine on which the owner, with a phone, brings the shop back. Two real stores and a relay.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backup, Backups } from '@balcao/shared/http/backups.ts';
import type { RecoverySheet } from '@balcao/shared/http/recovery-sheet.ts';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '../../edge/storage/open.ts';
import { formatRecoveryCode, recoveryCode } from '../../edge/storage/recovery-code.ts';
import { createChild, type Child } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { expect, type Page } from '../support/browser-test.ts';
import { replacementCode } from '../support/replacement-code.ts';
import { demoUser } from '../support/staff-session.ts';
import { brokenRules } from './axe.ts';
import { newPhone } from './customer.ts';
import { readJson } from './outside.ts';
import { asStaff, test as base } from './staff.ts';

type Machine = { url: string; child: Child; newCard: () => Promise<string> };

/** A second machine with nothing on its card. `newCard` starts it with an empty one, and answers its setup code. */
const test = base.extend<{ machine: Machine }>({
  machine: [
    async ({ browserName: _ }, use) => {
      const folders: string[] = [];
      const [port = 0] = await freePorts(1);
      const url = `http://127.0.0.1:${port}`;
      const card = (): Child => {
        const dataDir = mkdtempSync(join(tmpdir(), 'balcao-card-'));
        folders.push(dataDir);
        return createChild({
          name: 'the new machine',
          file: 'edge/main.ts',
          env: {
            DATA_DIR: dataDir,
            EDGE_PORT: `${port}`,
            EDGE_HOST: '127.0.0.1',
            WEB_DIR: join(root, 'dist', 'web'),
            MDNS: '0',
            SIMULATORS: '1',
          },
          readyUrl: `${url}/readyz`,
          isReady: (response) => response.status === 200,
          readyMsMax: 120_000,
        });
      };
      const machine: Machine = {
        url,
        child: card(),
        async newCard() {
          await machine.child.kill();
          machine.child = card();
          await machine.child.start();
          return /Código de instalação: (\S+)/.exec(machine.child.log().join('\n'))?.[1] ?? '';
        },
      };
      await use(machine);
      await machine.child.kill();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
    { timeout: 300_000 },
  ],
});

const MORE = { timeout: 60_000 };

/** Sold and paid at the counter; answers its number. */
async function sell(host: string, phone: string): Promise<number> {
  const staff = await asStaff(host, 'ADMIN');
  const menu = (await staff('GET', '/api/menu')) as { products: { id: string }[] };
  const { order } = (await staff('POST', '/api/staff/orders', {
    id: uuidv7(),
    consumptionType: 'local',
    customerPhone: phone,
    items: [{ id: 'a', productId: menu.products[0]?.id }],
  })) as { order: { id: string; simpleId: number } };
  await staff('POST', `/api/staff/orders/${order.id}/moves`, { kind: 'confirm-payment', method: 'cash' });
  return order.simpleId;
}

/** Its relay follows it and has everything. */
const inStep = (host: string): Promise<void> =>
  expect
    .poll(() => readJson(`${host}/readyz`).catch(() => null), MORE)
    .toMatchObject({ ready: true, link: 'linked', lagMs: 0 });

/** The recovery code of a shop that has nothing to do with this one. */
function anotherSheet(): string {
  const db = openDatabase(':memory:', 'edge/storage/migrations');
  const code = formatRecoveryCode(recoveryCode(db));
  db.$client.close();
  return code;
}

/** From whatever the phone opens to the choice of where to restore from. */
async function lookForTheShop(page: Page, { url }: Machine, code: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('link', { name: 'Já tive uma loja no Balcão: recuperar' }).click();
  // The page that it leaves has a field of that name as well.
  await expect(page.getByRole('heading', { name: 'Recuperar uma loja' })).toBeVisible();
  await page.getByLabel('Código de instalação').fill(code);
  await page.getByRole('button', { name: 'Procurar o que recuperar' }).click();
  await expect(page.getByRole('group', { name: 'De onde?' })).toBeVisible();
}

/** Signs in as the owner of before, and finds what was sold to these phones. */
async function expectShopIsBack(page: Page, phones: readonly string[]): Promise<void> {
  await expect(page.getByText(`${phones.length} pedido`)).toBeVisible(MORE);
  expect(await brokenRules(page)).toEqual([]);
  await signInAgain(page, phones);
}

async function signInAgain(page: Page, phones: readonly string[]): Promise<void> {
  await page.getByRole('link', { name: 'Entrar' }).click();
  const owner = demoUser('ADMIN');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Senha').fill(owner.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
  for (const phone of phones)
    await expect(
      page
        .getByText(phone.replace(/^(..)(.....)(....)$/, '($1) $2-$3'))
        .locator('visible=true')
        .first(),
    ).toBeVisible();
}

test('a shop whose card died is brought back on an empty machine, from a file and from its site @phone', async ({
  page,
  ownShop,
  machine,
}) => {
  const old = ownShop.urls.store;
  const phones = [newPhone(), newPhone()] as const;
  const number = await sell(old, phones[0]);
  const admin = await asStaff(old, 'ADMIN');
  const { name } = (await admin('POST', '/api/staff/backups', {})) as Backup;
  const sheet = (await admin('POST', '/api/staff/recovery-sheet/show', {})) as RecoverySheet;
  const backup = join(ownShop.dataDir, 'edge', 'backups', name);
  await ownShop.kill('store');

  // From the file: a broken one is refused, and the form stands as it was.
  await lookForTheShop(page, machine, await machine.newCard());
  await page.getByText('De um arquivo').click();
  const file = page.getByLabel('Arquivo da cópia de segurança');
  const restore = page.getByRole('button', { name: 'Recuperar deste arquivo' });
  await file.setInputFiles({
    name: 'metade.db',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(backup).subarray(0, 200_000),
  });
  const words = page.getByLabel('Código de recuperação');
  await words.fill(sheet.code);
  await restore.click();
  await expect(
    page.getByText('Este arquivo não é uma cópia inteira de uma loja. Escolha outra cópia.'),
  ).toBeVisible(MORE);
  await expect(page.getByText('Nada foi mudado neste aparelho.')).toBeVisible();
  expect(await brokenRules(page)).toEqual([]);
  await file.setInputFiles(backup);
  await words.fill(anotherSheet());
  await restore.click();
  await expect(page.getByText('Este código de recuperação é de outra loja').first()).toBeVisible(MORE);
  await words.fill(sheet.code.toLowerCase().replaceAll('-', ' '));
  await restore.click();
  await expectShopIsBack(page, phones.slice(0, 1));
  await inStep(machine.url);
  expect(await sell(machine.url, phones[1])).toBe(number + 1);
  await inStep(machine.url);

  // From the site, on yet another card: the sheet of another shop is refused, then the right one brings all of it back.
  await page.context().clearCookies();
  await lookForTheShop(page, machine, await machine.newCard());
  await page.getByLabel('Endereço do site').fill(ownShop.urls.relay);
  await page.getByLabel('Código de pareamento').fill(await replacementCode(ownShop, sheet.storeId));
  const recovery = page.getByLabel('Código de recuperação');
  await recovery.fill(sheet.code.slice(0, -1));
  await page.getByRole('button', { name: 'Recuperar do site' }).click();
  await expect(
    page.getByText('O código de recuperação tem uma letra errada ou faltando.').first(),
  ).toBeVisible();
  await recovery.fill(anotherSheet());
  await page.getByRole('button', { name: 'Recuperar do site' }).click();
  await expect(page.getByText('Este código de recuperação é de outra loja').first()).toBeVisible(MORE);
  await expect(recovery).not.toHaveValue('');
  expect(await brokenRules(page)).toEqual([]);
  await recovery.fill(sheet.code.toLowerCase());
  await page.getByRole('button', { name: 'Recuperar do site' }).click();
  await expectShopIsBack(page, phones);
  await inStep(machine.url);
  const { products } = await readJson<{ products: { image: string | null }[] }>(`${machine.url}/api/menu`);
  const picture = products.find(({ image }) => image !== null)?.image;
  expect((await fetch(`${machine.url}/api/images/${picture}`)).status).toBe(200);
});

test('a shop whose card died is brought back from the sealed copy that its site keeps, rehearsed before @phone', async ({
  page,
  device,
  ownShop,
  machine,
}) => {
  const old = ownShop.urls.store;
  const phones = [newPhone(), newPhone()] as const;
  const admin = await asStaff(old, 'ADMIN');
  const sheet = (await admin('POST', '/api/staff/recovery-sheet/show', {})) as RecoverySheet;
  const number = await sell(old, phones[0]);
  await inStep(old);

  const owner = await device(old, 'ADMIN', '/admin/configuracoes/copias');
  await owner.getByRole('button', { name: 'Fazer cópia agora' }).click();
  // The shop's first night came at its start, and its copy may have been brought to the site and rehearsed by then.
  await expect
    .poll(async () => {
      const { backups, site, rehearsing } = (await admin('GET', '/api/staff/backups')) as Backups;
      const own = backups.find(({ reason }) => reason === 'manual');
      return own !== undefined && site?.atMs === own.atMs && !rehearsing;
    }, MORE)
    .toBe(true);
  await expect(owner.getByText(/^Última cópia fora: hoje às \d\d:\d\d, /)).toBeVisible(MORE);
  const rehearsal = owner.getByRole('region', { name: 'Ensaio de restauração' });
  await rehearsal.getByRole('button', { name: 'Ensaiar agora' }).click();
  await expect(rehearsal).toContainText(
    /Do site, hoje às \d\d:\d\d: deu certo\. Abriu a cópia de hoje às \d\d:\d\d, com 1 pedido\./,
    MORE,
  );
  await expect(owner.getByText(/^Última cópia fora: hoje às \d\d:\d\d, ensaiada hoje\.$/)).toBeVisible();
  expect(await brokenRules(owner)).toEqual([]);
  // After the copy: it comes back over the link.
  expect(await sell(old, phones[1])).toBe(number + 1);
  await inStep(old);
  await ownShop.kill('store');

  await lookForTheShop(page, machine, await machine.newCard());
  await page.getByLabel('Endereço do site').fill(ownShop.urls.relay);
  await page.getByLabel('Código de pareamento').fill(await replacementCode(ownShop, sheet.storeId));
  await page.getByLabel('Código de recuperação').fill(sheet.code);
  await page.getByText('Usar a cópia da noite que está no site').click();
  expect(await brokenRules(page)).toEqual([]);
  await page.getByRole('button', { name: 'Recuperar do site' }).click();
  // What the copy held; from the log it would have been two.
  await expect(page.getByText('1 pedido', { exact: false }).first()).toBeVisible(MORE);
  await inStep(machine.url);
  await signInAgain(page, phones);
  expect(await sell(machine.url, newPhone())).toBe(number + 2);
});
