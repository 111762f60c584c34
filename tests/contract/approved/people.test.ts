// Whoever works in a shop: asked in, given a role, shut out, let go; their passwords, PINs, sign-ins and devices, as answered and written down.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textAt } from '../../harness/plain-facts.ts';
import { issueOwnerCode } from '../../../edge/shop/users/owner-password.ts';
import { PASSWORD } from '../../../edge/testing/sign-in.ts';
import { openBrowser, PHONE, type Browser } from './browser.ts';
import { openOffice, type Office } from './office.ts';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 24 * 3_600_000];
const NEW_PASSWORD = 'cadeira verde na chuva';
let office: Office;
let outside: Browser;
beforeAll(async () => {
  office = await openOffice(['ana', 'caio']);
  outside = openBrowser(office.store, 'somebody at the counter');
});
afterAll(() => office?.close());

const idOf = (email: string): string =>
  office.store.users.accounts.list().find((one) => one.email === email)?.id ?? 'nobody';
/** A second after the last one: accounts of one moment have no order. */
function step(words: string, who: Browser, request: string, json?: unknown): Promise<unknown> {
  office.later(1000);
  return office.record.step(words, who, request, json);
}
const signIn = (words: string, who: Browser, email: string, password = PASSWORD) =>
  step(words, who, 'POST /api/auth/sign-in/email', { email, password });

async function askForAnAccount(): Promise<void> {
  const { record, ana } = office;
  record.title('Who asks for an account');
  await record.look(outside, ['/api/auth/sign-up']);
  const asks = (words: string, json: unknown) => step(words, outside, 'POST /api/auth/sign-up/email', json);
  const rui = { name: ' Rui Reis ', email: ' Rui@Loja.com ', password: 'seis66' };
  await asks('Nothing is filled in', { name: '', email: '', password: '' });
  await asks('A role of their own', { ...rui, role: 'ADMIN' });
  await asks('No e-mail', { ...rui, email: 'rui' });
  await asks('An easy password', { ...rui, password: '123456' });
  await asks('All is right', rui);
  await asks('Once more', rui);
  await signIn('Signs in without a role', outside, 'rui@loja.com', 'seis66');
  await record.look(outside, [
    '/api/staff/me',
    '/api/staff/users',
    '/api/staff/board',
    '/api/staff/catalog',
    '/api/staff/me/sessions',
  ]);
  await record.look(ana, ['/api/staff/users']);
  for (const name of ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'])
    await asks(`One more from here: ${name}`, {
      name,
      email: `${name.length}${name[0]}@loja.com`,
      password: 'limao doce',
    });
  await step('No more accounts', ana, 'PUT /api/staff/sign-up', { open: false });
  await step('Said again', ana, 'PUT /api/staff/sign-up', { open: false });
  await step('Said wrong', ana, 'PUT /api/staff/sign-up', { open: 'não' });
  await record.look(outside, ['/api/auth/sign-up']);
  await asks('It is closed', { ...rui, email: 'outro@loja.com' });
  await step('Accounts again', ana, 'PUT /api/staff/sign-up', { open: true });
  office.later(14 * DAY_MS + 1);
  await record.doing('Two weeks later whoever got no role is gone', () =>
    office.store.signUps.deleteLapsed(),
  );
}

async function makeAccounts(): Promise<void> {
  const { record, ana, caio } = office;
  record.title('Accounts that an administrator makes');
  const make = (words: string, json: unknown, who = ana) => step(words, who, 'POST /api/staff/users', json);
  const bia = { name: 'Bia Reis', email: 'bia@loja.com', password: 'onze letras' };
  await make('Nothing is filled in', {});
  await make('An unknown role', { ...bia, role: 'DONO' });
  await make('A short password for the kitchen', { ...bia, password: 'seis66' });
  await make('A short password for an administrator', { ...bia, role: 'ADMIN' });
  await make('An e-mail that is taken', { ...bia, email: 'ANA@loja.com' });
  await make('No e-mail', { ...bia, email: 'bia@' });
  await make('The kitchen makes none', bia, caio);
  await make('The role that is proposed', bia);
  await make('Another administrator', {
    name: 'Davi Melo',
    email: 'davi@loja.com',
    password: PASSWORD,
    role: 'ADMIN',
  });
  await make('For the counter', {
    name: 'Gil Nunes',
    email: 'gil@loja.com',
    password: PASSWORD,
    role: 'ATTENDANT',
  });
  await make('For wholesale', {
    name: 'Zé Luz',
    email: 'ze@loja.com',
    password: PASSWORD,
    role: 'WHOLESALE',
  });
  const bias = `PATCH /api/staff/users/${idOf('bia@loja.com')}`;
  await step('Bia becomes an attendant', ana, bias, { role: 'ATTENDANT' });
  await step('Bia becomes an administrator, with a password that is too short for it', ana, bias, {
    role: 'ADMIN',
  });
  await step('What she is already', ana, bias, { role: 'ADMIN' });
  await step('Bia has no role', ana, bias, { role: null });
  await step('And one again', ana, bias, { role: 'KITCHEN' });
  await step('No role that there is', ana, bias, { role: 'DONO' });
  await step('Ana takes her own', ana, `PATCH /api/staff/users/${idOf('ana@loja.com')}`, { role: 'KITCHEN' });
  await step('Of nobody', ana, 'PATCH /api/staff/users/ninguem', { role: 'KITCHEN' });
  await record.look(ana, ['/api/staff/users']);
}

async function changePasswords(): Promise<void> {
  const { record, ana, caio } = office;
  const bia = openBrowser(office.store, 'Bia Reis', { agent: PHONE });
  record.title('Passwords');
  const bias = idOf('bia@loja.com');
  await signIn('Bia signs in', bia, 'bia@loja.com', 'onze letras');
  const given = await step('Ana gives her another', ana, `POST /api/staff/users/${bias}/password`);
  const password = textAt(given, 'password');
  await record.look(bia, ['/api/staff/me']);
  await signIn('The old one is over', bia, 'bia@loja.com', 'onze letras');
  await signIn('Bia signs in with it', bia, 'bia@loja.com', password);
  await record.look(bia, ['/api/staff/me', '/api/staff/board']);
  await record.look(ana, ['/api/staff/users']);
  const own = (words: string, json: object, who = bia) =>
    step(words, who, 'PATCH /api/staff/me', { name: 'Bia Reis', email: 'bia@loja.com', ...json });
  await own('No current one', { newPassword: NEW_PASSWORD });
  await own('A wrong current one', { currentPassword: 'errada', newPassword: NEW_PASSWORD });
  await own('A short new one', { currentPassword: password, newPassword: '12345' });
  await own('One that is too short for the kitchen', { currentPassword: password, newPassword: 'seis66x' });
  await own('An easy one', { currentPassword: password, newPassword: 'bia reis 2026' });
  await own('Her own', { currentPassword: password, newPassword: NEW_PASSWORD });
  await record.look(bia, ['/api/staff/me', '/api/staff/board']);
  await own('Name and e-mail', { name: 'Beatriz Reis', email: 'Beatriz@loja.com' });
  await own('The same again', { name: 'Beatriz Reis', email: 'beatriz@loja.com' });
  await own('Nothing is filled in', { name: ' ', email: '' });
  await own('No e-mail', { email: 'beatriz' });
  await own('An e-mail that is taken', { email: 'caio@loja.com' });
  await step('Ana’s own', ana, `POST /api/staff/users/${idOf('ana@loja.com')}/password`);
  await step('Of nobody', ana, 'POST /api/staff/users/ninguem/password');
  await step('By the kitchen', caio, `POST /api/staff/users/${bias}/password`);
}

async function setPins(): Promise<void> {
  const { record, ana } = office;
  const davi = openBrowser(office.store, 'Davi Melo');
  record.title('PINs of managers');
  office.later(MINUTE_MS);
  await signIn('Davi signs in', davi, 'davi@loja.com');
  const [anas, davis, bias] = ['ana', 'davi', 'beatriz'].map(
    (name) => `PUT /api/staff/users/${idOf(`${name}@loja.com`)}/pin`,
  );
  const pin = (words: string, who: Browser, request: string | undefined, json: unknown) =>
    step(words, who, request ?? '', json);
  await pin('Letters', ana, anas, { pin: 'abcd' });
  await pin('Too many digits', ana, anas, { pin: '1234567' });
  await pin('All the same', ana, anas, { pin: '7777' });
  await pin('One after the other', ana, anas, { pin: '4321' });
  await pin('A good one', ana, anas, { pin: '4829' });
  await pin('Davi takes the same', davi, davis, { pin: '4829' });
  await pin('Davi takes another', davi, davis, { pin: '739105' });
  await pin('Ana sets Davi’s', ana, davis, { pin: '5068' });
  await pin('One of the kitchen’s', ana, bias, { pin: '5068' });
  await record.look(ana, ['/api/staff/users']);
  await pin('Ana takes Davi’s away', ana, davis, { pin: null });
  await pin('Davi takes his own away, which is gone', davi, davis, { pin: null });
  await pin('Of nobody', ana, 'PUT /api/staff/users/ninguem/pin', { pin: null });
}

async function shutOut(): Promise<void> {
  const { record, ana } = office;
  record.title('Who is shut out, and let go');
  const gil = openBrowser(office.store, 'Gil Nunes', { agent: PHONE });
  const davi = openBrowser(office.store, 'Davi Melo');
  await signIn('Gil signs in', gil, 'gil@loja.com');
  await signIn('Davi signs in', davi, 'davi@loja.com');
  const of = (name: string) => `/api/staff/users/${idOf(`${name}@loja.com`)}`;
  await step('Gil is shut out', ana, `PUT ${of('gil')}/disabled`, { disabled: true });
  await step('Again', ana, `PUT ${of('gil')}/disabled`, { disabled: true });
  await record.look(gil, ['/api/staff/me']);
  await signIn('Gil comes again', gil, 'gil@loja.com');
  await signIn('With a wrong password', gil, 'gil@loja.com', 'errada');
  await record.look(ana, ['/api/staff/users']);
  await step('Ana lets him in', ana, `PUT ${of('gil')}/disabled`, { disabled: false });
  await step('Ana shuts herself out', ana, `PUT ${of('ana')}/disabled`, { disabled: true });
  await step('Nobody', ana, 'PUT /api/staff/users/ninguem/disabled', { disabled: true });
  await step('Ana shuts Davi out', ana, `PUT ${of('davi')}/disabled`, { disabled: true });
  await step('Davi does the same to Ana', davi, `PUT ${of('ana')}/disabled`, { disabled: true });
  await step('Ana lets him in', ana, `PUT ${of('davi')}/disabled`, { disabled: false });
  await step('Gil is let go', ana, `DELETE ${of('gil')}`);
  await step('Again', ana, 'DELETE /api/staff/users/ninguem');
  await step('Ana herself', ana, `DELETE ${of('ana')}`);
  await step('One of better-auth’s own', ana, 'POST /api/auth/update-user', { name: 'X' });
}

async function useDevices(): Promise<void> {
  const { record, ana } = office;
  record.title('Devices');
  office.later(2 * DAY_MS);
  const phone = openBrowser(office.store, 'Ana’s phone', { agent: PHONE, from: 'link' });
  const tablet = openBrowser(office.store, 'Ana’s tablet', {
    agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
  });
  await signIn('Ana signs in far away', phone, 'ana@loja.com');
  await record.look(phone, ['/api/staff/me', '/api/staff/me/sessions']);
  await record.look(ana, ['/api/staff/me', '/api/staff/me/sessions']);
  await step('The phone says that it is hers', phone, 'POST /api/staff/me/new-device');
  await step('Ana says so', ana, 'POST /api/staff/me/new-device');
  await step('And again', ana, 'POST /api/staff/me/new-device');
  office.later(20 * MINUTE_MS);
  await signIn('Ana signs in on a tablet', tablet, 'ana@loja.com');
  await record.look(ana, ['/api/staff/me', '/api/staff/me/sessions']);
  const sessions = office.store.users.sessions.list(idOf('ana@loja.com'), null);
  const far = sessions.find(({ where }) => where === 'link')?.id ?? '';
  await step('She ends the phone’s', ana, `DELETE /api/staff/me/sessions/${far}`);
  await step('Again', ana, `DELETE /api/staff/me/sessions/${far}`);
  await record.look(phone, ['/api/staff/me']);
  office.later(30 * DAY_MS + 1);
  await record.doing('A month later nobody is asked about the tablet', () =>
    office.store.users.sessions.purgeExpiredNews(),
  );
}

async function leaveAndComeBack(): Promise<void> {
  const { record, ana, caio } = office;
  record.title('Sessions that end');
  await record.look(ana, ['/api/staff/me']);
  await signIn('Ana signs in again', ana, 'ana@loja.com');
  await record.look(ana, ['/api/staff/me', '/api/staff/me/sessions']);
  office.later(DAY_MS + HOUR_MS);
  await record.look(ana, ['/api/staff/me']);
  await signIn('Caio signs in', caio, 'caio@loja.com');
  await step('And out', caio, 'POST /api/auth/sign-out', {});
  await record.look(caio, ['/api/staff/me', '/api/auth/get-session']);
  await signIn('Caio signs in', caio, 'caio@loja.com');
  await step('And out everywhere', caio, 'DELETE /api/staff/me/sessions');
  await record.look(caio, ['/api/staff/me']);
  await step('Nothing to sign in with', outside, 'POST /api/auth/sign-in/email', {});
  await step('A word too many', outside, 'POST /api/auth/sign-in/email', 'x'.repeat(5000));
}

async function forgetPasswords(): Promise<void> {
  const { record } = office;
  record.title('An administrator’s forgotten password');
  office.later(MINUTE_MS);
  const reset = (words: string, json: unknown, who = outside) =>
    step(words, who, 'POST /api/setup/password', json);
  const code = issueOwnerCode(office.store.db, office.store.clock.nowMs);
  record.namer.learn('code', code);
  const right = { code, email: 'davi@loja.com', password: NEW_PASSWORD };
  await reset('Nothing is filled in', {});
  await reset('A wrong code', { ...right, code: 'AAAAA-AAAAA' });
  await reset('No administrator', { ...right, email: 'caio@loja.com' });
  await reset('A short password', { ...right, password: 'onze letras' });
  await reset('From far away', right, openBrowser(office.store, 'somebody far away', { from: 'link' }));
  await reset('All is right', right);
  await reset('Twice', right);
  const late = issueOwnerCode(office.store.db, office.store.clock.nowMs);
  record.namer.learn('code', late);
  office.later(30 * MINUTE_MS);
  await reset('Half an hour later', { ...right, code: late });
}

async function guess(): Promise<void> {
  const { record, ana } = office;
  record.title('Somebody guesses');
  const stranger = openBrowser(office.store, 'a stranger', { from: 'link' });
  for (let wrong = 1; wrong <= 10; wrong += 1)
    await stranger.ask('/api/auth/sign-in/email', {
      json: { email: 'ana@loja.com', password: `errada ${wrong}` },
    });
  await record.doing('Ten wrong passwords', () => undefined);
  await signIn('The eleventh time', stranger, 'ana@loja.com', 'errada 11');
  office.later(MINUTE_MS);
  await signIn('A minute later', stranger, 'ana@loja.com', 'errada 12');
  await record.look(stranger, ['/api/staff/users']);
  office.later(HOUR_MS);
  await record.doing('When the hour is over it is summed up', () => office.store.trace.settle());
  await record.look(ana, [
    '/api/staff/users',
    '/api/staff/audit?subject=user',
    '/api/staff/audit?subject=access',
    '/api/staff/audit?before=12',
    '/api/staff/audit?subject=rua',
  ]);
}

it('says and writes all that becomes of whoever works there', async () => {
  await askForAnAccount();
  await makeAccounts();
  await changePasswords();
  await setPins();
  await shutOut();
  await useDevices();
  await leaveAndComeBack();
  await forgetPasswords();
  await guess();
  await expect(office.record.text()).toMatchFileSnapshot('./people.txt');
});
