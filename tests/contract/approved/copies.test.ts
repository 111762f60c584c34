// Copies of the shop's data, the sticks that they go to, and the link to the site, as an administrator sees and changes them.
import { createServer, type Server } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeServer, listen } from '../../support/listen.ts';
import { openBrowser, type Browser } from './browser.ts';
import { openOffice, type Office } from './office.ts';

const [MINUTE_MS, DAY_MS] = [60_000, 24 * 3_600_000];
const LIST = ['/api/staff/backups'];
let office: Office;
let far: Browser;
let sticks: string;
/** What answers where a relay should. */
let site: { server: Server; url: string };
/** Whether what answers there is no relay at all. */
let isOther = false;
let plugged: string[] = [];
beforeAll(async () => {
  sticks = mkdtempSync(join(tmpdir(), 'balcao-sticks-'));
  office = await openOffice(['ana', 'caio'], {
    sticks: () => Promise.resolve(plugged),
    // Nobody is there to be asked.
    relay: { request: () => Promise.reject(new Error('nobody is there')) },
  });
  const server = createServer((_request, response) => {
    if (isOther) return void response.end('<h1>Outra coisa</h1>');
    const body = { status: 403, code: 'wrong-code', title: 'Código inválido', detail: 'Peça outro.' };
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  site = { server, ...(await listen(server)) };
  office.record.namer.learn('site', site.url);
  far = openBrowser(office.store, 'Ana far away', { from: 'link' });
});
afterAll(async () => {
  await office?.close();
  await closeServer(site.server);
  rmSync(sticks, { recursive: true, force: true });
});

const plugIn = (label: string): void => {
  const at = join(sticks, label);
  mkdirSync(at, { recursive: true });
  plugged = [...plugged, at];
};
const step = (words: string, who: Browser, request: string, json?: unknown) =>
  office.record.step(words, who, request, json);
const stickOf = async (label: string): Promise<string> =>
  (await office.store.usbDrives.list(office.store.backups.mark())).find((one) => one.label === label)?.id ??
  '';

/** Nothing is done with the copies any more. */
const settled = () => office.store.backups.inTurn(() => Promise.resolve());
/** Takes the file whole, as a browser that saves it. */
const saving = (browser: Browser): Browser => ({
  ...browser,
  async ask(path, init) {
    const { status, headers, body } = await browser.ask(path, init);
    await new Response(body).arrayBuffer();
    await expect.poll(() => office.store.outside.newest().atMs).not.toBeNull();
    return new Response(null, { status, headers });
  },
});

async function makeCopies(): Promise<void> {
  const { record, ana, caio } = office;
  record.title('Copies');
  await record.look(ana, LIST);
  await step('By the kitchen', caio, 'POST /api/staff/backups');
  await step('One now', ana, 'POST /api/staff/backups');
  await record.look(ana, LIST);
  const name = (await office.store.backups.list('enrolled'))[0]?.name ?? '';
  await step('It is saved elsewhere', saving(ana), `GET /api/staff/backups/${name}`);
  await step('One that is not there', ana, 'GET /api/staff/backups/manual-2026-11-21-1500-0000.db');
  await step('A name that leads elsewhere', ana, 'GET /api/staff/backups/..%2Fstore.db');
  await step('No copy grows that old', ana, 'PUT /api/staff/backups', { maxAgeDays: 0 });
  await step('No copy grows so old', ana, 'PUT /api/staff/backups', { maxAgeDays: 366 });
  await step('A week', ana, 'PUT /api/staff/backups', { maxAgeDays: 7 });
  await step('Said again', ana, 'PUT /api/staff/backups', { maxAgeDays: 7 });
  await settled();
  await step('There is nothing to rehearse with', ana, 'POST /api/staff/backups/rehearsal');
  await record.look(ana, LIST);
}

async function useSticks(): Promise<void> {
  const { record, ana } = office;
  record.title('Sticks');
  plugIn('UM');
  plugIn('OUTRO');
  record.namer.learn('stick', await stickOf('UM'));
  record.namer.learn('stick', await stickOf('OUTRO'));
  await record.look(ana, LIST);
  await step('One that is gone', ana, 'POST /api/staff/backups/sticks', { id: 'nada' });
  office.later(MINUTE_MS);
  await step('One is taken', ana, 'POST /api/staff/backups/sticks', { id: await stickOf('UM') });
  await record.look(ana, LIST);
  plugged = [];
  office.later(DAY_MS);
  await record.look(ana, LIST);
  office.later(7 * DAY_MS - DAY_MS);
  record.quote('of a week', JSON.stringify(office.store.outside.newest()));
  office.later(1);
  record.quote('and a moment', JSON.stringify(office.store.outside.newest()));
  await step('It is given up', ana, `DELETE /api/staff/backups/sticks/${await stickOf('UM')}`);
  await step('One that never was', ana, 'DELETE /api/staff/backups/sticks/nada');
  await record.look(ana, LIST);
}

async function workFromAfar(): Promise<void> {
  const { record, ana } = office;
  record.title('What is done in the shop alone');
  office.later(MINUTE_MS);
  await step('Ana signs in far away', far, 'POST /api/auth/sign-in/email', {
    email: 'ana@loja.com',
    password: 'segredo-da-loja',
  });
  await record.look(far, LIST);
  const name = (await office.store.backups.list('enrolled'))[0]?.name ?? '';
  await step('A copy', far, `GET /api/staff/backups/${name}`);
  await step('A stick', far, 'POST /api/staff/backups/sticks', { id: 'x' });
  await step('Giving one up', far, 'DELETE /api/staff/backups/sticks/x');
  await step('Pairing', far, 'POST /api/staff/relay/pair', { relayUrl: 'https://acai.example', code: 'X' });
  await step('Taking the shop off its site', far, 'POST /api/staff/relay/unpair');
  await step('Letting the site begin anew', far, 'POST /api/staff/relay/start-over', { confirm: 'REFAZER' });
  await record.look(ana, ['/api/staff/relay', '/api/staff/relay/held', '/api/staff/relay/resync']);
  await step('No address and no code', ana, 'POST /api/staff/relay/pair', {});
  await step('An address that is none', ana, 'POST /api/staff/relay/pair', {
    relayUrl: 'ftp://acai.example',
    code: ' ',
  });
  await step('One that anybody reads', ana, 'POST /api/staff/relay/pair', {
    relayUrl: 'http://acai.example',
    code: 'ABCDE-12345',
  });
  await step('A wrong code', ana, 'POST /api/staff/relay/pair', {
    relayUrl: `${site.url}/pedido?x=1`,
    code: 'ABCDE-12345',
  });
  isOther = true;
  await step('No relay at all', ana, 'POST /api/staff/relay/pair', {
    relayUrl: site.url,
    code: 'ABCDE-12345',
  });
  await step(
    'Try again what stands still',
    ana,
    'POST /api/staff/relay/held/01890a5d-ac96-774b-bcce-b302099a8057/retry',
  );
  await step('Throw it away', ana, 'POST /api/staff/relay/held/01890a5d-ac96-774b-bcce-b302099a8057/discard');
  await step('Of no command', ana, 'POST /api/staff/relay/held/x/retry');
  await step('The site begins anew', ana, 'POST /api/staff/relay/start-over', {});
  await step('Nothing came back', ana, 'POST /api/staff/relay/resync', { accept: true, digest: 'x' });
  await step('Sell on', ana, 'POST /api/staff/relay/keep-selling', {});
  await step('The shop is taken off its site', ana, 'POST /api/staff/relay/unpair');
  await record.look(ana, ['/api/staff/relay', '/api/staff/audit?subject=settings']);
}

it('says and writes what becomes of copies, sticks and the link', async () => {
  await makeCopies();
  await useSticks();
  await workFromAfar();
  // How large a database or a disk is says nothing.
  const text = office.record
    .text()
    .replaceAll(/\bbytes \d+/g, 'bytes …')
    .replaceAll(/^.*\bbytes: \d+ → \d+\n/gm, '');
  await expect(text).toMatchFileSnapshot('./copies.txt');
});
