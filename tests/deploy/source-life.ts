// What a machine with its own systemd goes through with a source of releases: brought up by the store's own updater and by apt, held
// against an old index, back to the release of before, which a day later is gone; and an empty one made the store that was, from a copy.
import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Board } from '../../shared/http/staff.ts';
import type { UpdateState } from '../../shared/http/update.ts';
import { until } from './debian.ts';

/** A command on the machine, as root; what it printed. */
export type Run = (command: string, options?: { mayFail?: boolean; input?: string }) => Promise<string>;
export type Owner = { email: string; password: string };

export const NEXT = '99.0.0';
/** What hangs is found out: no machine is so slow. */
const SECONDS_MAX = 1800;
/** Each shop takes a moment of its own within half an hour (decision 050), looks, and fetches. */
const NIGHT_SECONDS_MAX = 3600;

const secondsSince = (startedAt: number): string => ((performance.now() - startedAt) / 1000).toFixed(1);

export async function timed(what: string, work: () => Promise<unknown>): Promise<string> {
  const startedAt = performance.now();
  await work();
  return `${what} in ${secondsSince(startedAt)} s`;
}

export async function mustRun(run: Run, version: string): Promise<void> {
  const installed = (await run('balcao version')).trim();
  const answered = await ask<{ version: string }>(run, 'GET', '/healthz');
  if (installed !== version || answered.version !== version)
    throw new Error(`${version} should run; installed ${installed}, answering ${answered.version}`);
}

/** Throws with the last words of those of the store that did. */
export async function noUnitFailed(run: Run): Promise<void> {
  const failed = (await run('systemctl --failed --no-legend --plain'))
    .split('\n')
    .filter((line) => line.includes('balcao'));
  if (failed.length === 0) return;
  const said = await run(
    'journalctl -u "balcao*" -n 60 --no-pager; tail -n 20 /var/lib/balcao-update/*.log',
    { mayFail: true },
  );
  throw new Error(`units that failed:\n${failed.join('\n')}\n${said}`);
}

/**
 * The source that the machine knows already names NEXT, and `old` holds what it named before. Begins and ends with `first` installed,
 * but for `byApt`, which leaves NEXT. `site` is the folder that is served.
 */
export async function updatesItself(run: Run, site: string, old: string, first: string): Promise<string[]> {
  const seen: string[] = [];
  seen.push(await timed(`updated to ${NEXT} by its own updater`, () => run('balcao update')));
  await mustRun(run, NEXT);
  // What it served before, whole and well signed.
  const now = join(site, 'dists.now');
  renameSync(join(site, 'dists'), now);
  cpSync(join(old, 'dists'), join(site, 'dists'), { recursive: true });
  const refused = await run('balcao update', { mayFail: true });
  rmSync(join(site, 'dists'), { recursive: true });
  renameSync(now, join(site, 'dists'));
  if (!refused.includes('mais antiga que a que esta loja já viu'))
    throw new Error(`an old index:\n${refused}`);
  seen.push('an index of before, replayed, refused');
  seen.push(await timed('rolled back', () => run('balcao rollback')));
  await mustRun(run, first);
  return seen;
}

/** What nobody has touched: newer releases come by themselves, at a quiet hour, from the source that the machine was installed from. */
export async function updatesAreOn(run: Run, owner: Owner, source: string): Promise<string> {
  const cookie = await signIn(run, owner);
  const state = await ask<UpdateState>(run, 'GET', '/api/staff/update', undefined, cookie);
  const { available, auto, channel, updateUrl } = state;
  if (!available || !auto || channel !== 'stable' || updateUrl !== source)
    throw new Error(`updates are not on by themselves: ${JSON.stringify(state)}`);
  const timer = (await run('systemctl is-active balcao-quiet.timer balcao-update.path')).trim();
  if (timer !== 'active\nactive') throw new Error(`what serves them does not run: ${timer}`);
  return 'updates on by themselves, of the channel stable';
}

/**
 * Nobody at the machine: the shop is closed, its last order is delivered, and the store asks for what its source has by itself, at a
 * moment of its own within half an hour. The source already names NEXT. Leaves NEXT running, and the shop closed.
 */
export async function updatesByNight(run: Run, owner: Owner): Promise<string[]> {
  const cookie = await signIn(run, owner);
  const waitsFor = async (what: UpdateState['waitsFor']): Promise<void> => {
    const state = await ask<UpdateState>(run, 'GET', '/api/staff/update', undefined, cookie);
    if (state.waitsFor !== what)
      throw new Error(`waits for ${String(state.waitsFor)}, not for ${String(what)}`);
  };
  await waitsFor('closing');
  const never = { weekly: Array.from({ length: 7 }, () => []), holidays: [] };
  await ask(run, 'PATCH', '/api/staff/settings', { openingHours: never }, cookie);
  await waitsFor('orders');
  const { orders } = await ask<Board>(run, 'GET', '/api/staff/board', undefined, cookie);
  for (const { id } of orders)
    for (const kind of ['start', 'mark-ready', 'deliver'])
      await ask(run, 'POST', `/api/staff/orders/${id}/moves`, { kind }, cookie);
  await waitsFor(null);
  const came = await timed(`closed, and brought up to ${NEXT} by itself`, () =>
    until(
      'the night brought it',
      async () =>
        (await ask<UpdateState>(run, 'GET', '/api/staff/update', undefined, cookie)).run?.state === 'done',
      NIGHT_SECONDS_MAX,
    ),
  );
  await mustRun(run, NEXT);
  await noUnitFailed(run);
  return ['waits while the shop is open, and for an open order', came];
}

/** As apt does it, for whoever keeps the machine by hand. */
export async function byApt(run: Run): Promise<string> {
  const told = await timed(`updated to ${NEXT} by apt`, async () => {
    // The machine has no way to Debian's own.
    const ours = '-o Dir::Etc::SourceList=/etc/apt/sources.list.d/balcao.sources -o Dir::Etc::SourceParts=-';
    const read = await run(`apt-get update ${ours}`);
    if (/^[WE]:/m.test(read)) throw new Error(`apt-get update:\n${read}`);
    await run('DEBIAN_FRONTEND=noninteractive apt-get -y --only-upgrade install balcao-store');
  });
  await mustRun(run, NEXT);
  return told;
}

/** The timer of decision 047, as often as the test wants it, and a release of before that is of yesterday. */
export async function dayAfter(run: Run): Promise<string> {
  await run('mkdir -p /run/systemd/system/balcao-quiet.timer.d');
  const often = '[Timer]\nOnCalendar=\nOnCalendar=*:*:0/10\nRandomizedDelaySec=0\nAccuracySec=1s\n';
  await run('cat >/run/systemd/system/balcao-quiet.timer.d/often.conf', { input: often });
  if ((await run('systemctl is-active balcao-quiet.timer')).trim() !== 'active')
    throw new Error('the timer of the quiet hour does not run');
  const ran = async (): Promise<string> =>
    (await run('systemctl show -p ExecMainExitTimestampMonotonic --value balcao-quiet.service')).trim();
  const before = await ran();
  await run('systemctl daemon-reload && systemctl restart balcao-quiet.timer');
  await until(
    'the quiet hour has run',
    async () => (await ran()) !== before && (await ran()) !== '0',
    SECONDS_MAX,
  );
  await run('test -d /opt/balcao/previous/');
  const freeBefore = Number(await run("df -Pk /opt | awk 'NR == 2 { print $4 }'"));
  await run("touch -h -d '21 hours ago' /opt/balcao/previous");
  const gone = 'test ! -e /opt/balcao/previous && [ $(ls /opt/balcao/releases | wc -l) = 1 ]';
  await until('the release of before is gone', async () => (await run(gone)) === '', SECONDS_MAX);
  const freed = Number(await run("df -Pk /opt | awk 'NR == 2 { print $4 }'")) - freeBefore;
  await run('rm -r /run/systemd/system/balcao-quiet.timer.d && systemctl daemon-reload');
  await run('systemctl restart balcao-quiet.timer');
  await until(
    'the quiet hour is over',
    async () =>
      (await run('systemctl show -p ActiveState --value balcao-quiet.service')).trim() === 'inactive',
    SECONDS_MAX,
  );
  await noUnitFailed(run);
  const refused = await run('balcao rollback', { mayFail: true });
  if (!refused.includes('Não há versão anterior guardada'))
    throw new Error(`rollback after a day:\n${refused}`);
  return `its timer took the release of before away after 21 hours, not at once (${Math.round(freed / 1024)} MB)`;
}

/** The store's copy and its sheet, then the machine with nothing of it; `installAgain` lays the program, and the copy makes it the store. */
export async function restored(
  run: Run,
  owner: Owner,
  orders: number,
  installAgain: () => Promise<unknown>,
): Promise<string> {
  const cookie = await signIn(run, owner);
  const { name } = await ask<{ name: string }>(run, 'POST', '/api/staff/backups', {}, cookie);
  const { code } = await ask<{ code: string }>(run, 'POST', '/api/staff/recovery-sheet/show', {}, cookie);
  await run(`install -m 644 "$(balcao restore --list | grep -F ${name})" /var/tmp/${name}`);
  await run('balcao uninstall && rm -rf /var/lib/balcao /var/lib/balcao-update /etc/balcao');
  await installAgain();
  const told = await timed('restored from a copy', async () => {
    const said = await run(
      `balcao restore --file /var/tmp/${name} --recovery-code '${code}' --without-relay`,
    );
    if (!said.includes(`✓ ${orders} ped`)) throw new Error(`restore:\n${said}`);
  });
  await until('the restored store answers', async () => (await signIn(run, owner)) !== '', SECONDS_MAX);
  return `${told}, with ${orders} order(s) and its owner`;
}

/** Updates from a file of NEXT, goes back, and is restored from a copy into an empty machine. Begins and ends with `first`. */
export async function thereAndBack(
  run: Run,
  options: {
    how: string;
    first: string;
    next: string;
    owner: Owner;
    orders: number;
    install: () => Promise<unknown>;
    /** Each step as soon as it is over: on an emulated machine that is minutes later. */
    tell: (line: string) => void;
  },
): Promise<void> {
  const { how, first, next, owner, orders, install, tell } = options;
  tell(await timed(`${how}: updated`, () => run(`balcao update ${next}`)));
  await mustRun(run, NEXT);
  tell(await timed('rolled back', () => run('balcao rollback')));
  await mustRun(run, first);
  tell(await restored(run, owner, orders, install));
  await mustRun(run, first);
}

/** Answers the cookie. */
export async function signIn(run: Run, { email, password }: Owner): Promise<string> {
  return (await asked(run, 'POST', '/api/auth/sign-in/email', { email, password }, '')).cookie;
}

async function ask<T>(run: Run, method: string, path: string, json?: object, cookie = ''): Promise<T> {
  return (await asked(run, method, path, json, cookie)).body as T;
}

/** By the Node that is on the machine, from the machine itself. */
async function asked(run: Run, method: string, path: string, json: object | undefined, cookie: string) {
  const program = `
    const { method, path, json, cookie } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
    const url = 'http://127.0.0.1';
    const headers = { origin: url, cookie, ...(json ? { 'content-type': 'application/json' } : {}) };
    fetch(url + path, { method, headers, body: json && JSON.stringify(json) }).then(async (answer) => {
      const text = await answer.text();
      if (!answer.ok) throw new Error(method + ' ' + path + ': ' + answer.status + ' ' + text);
      const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0]).join('; ');
      console.log(JSON.stringify({ body: text === '' ? null : JSON.parse(text), cookie: cookies }));
    });`;
  const input = JSON.stringify({ method, path, json, cookie });
  const said = await run(`/opt/balcao/current/bin/node -e "${program.replaceAll('\n', ' ')}"`, { input });
  return JSON.parse(said) as { body: unknown; cookie: string };
}

/** Folders beside each other: `site` is served and `old` is what it was before NEXT. */
export function keepOld(folder: string): { site: string; old: string } {
  const [site, old] = [join(folder, 'site'), join(folder, 'old')];
  mkdirSync(old, { recursive: true });
  cpSync(join(site, 'dists'), join(old, 'dists'), { recursive: true });
  return { site, old };
}
