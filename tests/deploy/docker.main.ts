// A stand-in for `docker`: it reads compose.yaml, .env and the Dockerfile as the engine does before it starts anything, and refuses what the
// engine would refuse: a variable or a file that is missing, an unknown service, option or program, a service that does not run. Nothing
// runs in a container; ENGINE_STATE is a file with the services that are up.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { parse } from 'yaml';

type Service = {
  image?: string;
  build?: { context: string; dockerfile: string };
  env_file?: string | string[];
  environment?: Record<string, string>;
  volumes?: string[];
  networks?: string[];
};
type Compose = { services: Record<string, Service>; volumes?: object; networks?: object };

const STATE = process.env['ENGINE_STATE'] ?? '';
const root = join(import.meta.dirname, '../..');
/** As the relay's own usage names them. */
const OPERATOR_VERBS = new Set(
  [...readFileSync(join(root, 'cloud/command.ts'), 'utf8').matchAll(/npm run relay -- ([a-z-]+)/g)].map(
    ([, verb]) => verb,
  ),
);

class Refused extends Error {}
const refuse = (message: string): never => {
  throw new Refused(message);
};

function main(words: readonly string[]): void {
  const [first, ...rest] = words;
  if (first !== 'compose') refuse(`unknown command: docker ${first}`);
  let file = 'compose.yaml';
  let at = 0;
  for (; rest[at]?.startsWith('-'); at += 2) {
    if (rest[at] !== '-f' && rest[at] !== '--file') refuse(`unknown flag: ${rest[at]}`);
    file = rest[at + 1] ?? refuse('flag needs an argument: -f');
  }
  const [verb = '', ...given] = rest.slice(at);
  if (!existsSync(file)) refuse(`no configuration file provided: ${resolve(file)} not found`);
  const folder = dirname(resolve(file));
  const compose = readCompose(file, folder);
  const run = VERBS[verb] ?? refuse(`unknown docker command: "compose ${verb}"`);
  run({ compose, folder, given });
}

/** With the variables of .env and of the caller, and all that it names looked for, as before each command. */
function readCompose(file: string, folder: string): Compose {
  const own = join(folder, '.env');
  const variables = {
    ...(existsSync(own) ? parseEnv(readFileSync(own, 'utf8')) : {}),
    ...process.env,
  };
  const text = readFileSync(file, 'utf8').replace(/^(?!\s*#).*$/gm, (line) =>
    line.replaceAll(/\$\{([A-Z_]+)(?::([?-])([^}]*))?\}|\$([A-Z_]+)/g, (_, braced, kind, word, bare) => {
      const name = String(braced ?? bare);
      const value = variables[name] ?? '';
      if (value !== '') return value;
      if (kind === '-') return String(word);
      return refuse(
        kind === '?'
          ? `required variable ${name} is missing a value: ${String(word)}`
          : `The "${name}" variable is not set`,
      );
    }),
  );
  const compose = parse(text, { merge: true }) as Compose;
  for (const [name, service] of Object.entries(compose.services)) {
    for (const path of [service.env_file ?? []].flat())
      if (!existsSync(join(folder, path))) refuse(`env file ${join(folder, path)} not found`);
    for (const network of service.networks ?? [])
      if (!(network in (compose.networks ?? {})))
        refuse(`service ${name} refers to undefined network ${network}`);
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      const found = source.startsWith('.')
        ? existsSync(join(folder, source))
        : source in (compose.volumes ?? {});
      if (!found) refuse(`service ${name} refers to undefined volume ${source}`);
    }
  }
  return compose;
}

type Call = { compose: Compose; folder: string; given: readonly string[] };

const running = (): string[] =>
  existsSync(STATE) ? readFileSync(STATE, 'utf8').split('\n').filter(Boolean) : [];
const keep = (names: readonly string[]): void => writeFileSync(STATE, [...new Set(names)].join('\n'));

function servicesOf({ compose }: Call, names: readonly string[]): readonly string[] {
  for (const name of names) if (!(name in compose.services)) refuse(`no such service: ${name}`);
  return names.length > 0 ? names : Object.keys(compose.services);
}

/** A command with options of its own and then names of services. */
const onServices =
  (
    options: Record<string, { type: 'boolean' | 'string'; short?: string }>,
    act: (names: readonly string[], call: Call) => void,
  ) =>
  (call: Call): void => {
    const { positionals } = parseArgs({ args: [...call.given], options, allowPositionals: true });
    act(servicesOf(call, positionals), call);
  };

const VERBS: Record<string, (call: Call) => void> = {
  up: onServices(
    { detach: { type: 'boolean', short: 'd' }, build: { type: 'boolean' } },
    (names, { compose, folder }) => {
      for (const name of names) {
        const { build, image } = compose.services[name] ?? {};
        if (build && !existsSync(join(folder, build.context, build.dockerfile)))
          refuse(`no ${build.dockerfile}`);
        if (!build && !image) refuse(`service ${name} has neither an image nor a build context`);
      }
      keep([...running(), ...names]);
    },
  ),
  pull: onServices({}, (names, { compose }) => {
    for (const name of names) if (!compose.services[name]?.image) refuse(`service ${name} has no image`);
  }),
  start: onServices({}, (names) => keep([...running(), ...names])),
  restart: onServices({}, (names) => keep([...running(), ...names])),
  stop: onServices({}, (names) => keep(running().filter((name) => !names.includes(name)))),
  ps: onServices({}, () => undefined),
  logs: onServices({ tail: { type: 'string' }, follow: { type: 'boolean', short: 'f' } }, () => undefined),
  exec: (call) => {
    const [flag] = call.given;
    const words = flag === '-T' ? call.given.slice(1) : call.given;
    const [name = '', program = '', ...args] = words;
    servicesOf(call, [name]);
    if (!running().includes(name)) refuse(`service "${name}" is not running`);
    if (name === 'db') return inDatabase(program, args, flag === '-T');
    if (name === 'relay') return inRelay(call, program, args);
    refuse(`this stand-in runs nothing in ${name}`);
  },
};

/** In the image of PostgreSQL: by its socket, as the user and for the database that it was made with. */
function inDatabase(program: string, args: readonly string[], raw: boolean): void {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      'exclude-table-data': { type: 'string' },
      dbname: { type: 'string', short: 'd' },
      username: { type: 'string', short: 'U' },
      host: { type: 'string', short: 'h' },
      format: { type: 'string' },
      clean: { type: 'boolean' },
      'if-exists': { type: 'boolean' },
      'no-owner': { type: 'boolean' },
    },
    allowPositionals: true,
  });
  if (program !== 'pg_dump' && program !== 'pg_restore')
    refuse(`exec: "${program}": executable file not found`);
  if (!raw) refuse('what goes through a terminal is no file any more: -T');
  const [, user = values.username, host = values.host ?? '', database = values.dbname] =
    /^postgres:\/\/([^@:]*)@([^/]*)\/(.*)$/.exec(values.dbname ?? '') ?? [];
  if (host !== '') refuse(`password authentication failed at ${host}: by the socket none is asked for`);
  if (user !== 'balcao') refuse(`role "${user ?? 'root'}" does not exist`);
  if (database !== 'balcao') refuse(`database "${database ?? ''}" does not exist`);
  if (program === 'pg_dump') process.stdout.write('PGDMP of the stand-in\n');
  else if (positionals.length > 0)
    refuse(`could not open input file "${positionals[0]}": it is not in the container`);
  else if (running().includes('relay')) refuse('the relay is still writing');
  else if (!readFileSync(0, 'utf8').startsWith('PGDMP'))
    refuse('input file does not appear to be a valid archive');
}

/** In the relay's image: what its Dockerfile copies to where it works. */
function inRelay(
  { compose, folder }: Call,
  program: string,
  [file = '', verb = '']: readonly string[],
): void {
  const build = compose.services['relay']?.build ?? refuse('the relay is not built');
  const dockerfile = readFileSync(join(folder, build.context, build.dockerfile), 'utf8');
  const places = [...dockerfile.matchAll(/^COPY --from=build \/build\/(\S+) \.\/(\S+)$/gm)].map(
    ([, from, to]) => ({ from, to }),
  );
  if (program !== 'node') refuse(`exec: "${program}": executable file not found`);
  const place = places.find(({ to }) => to !== undefined && file.startsWith(`${to}/`));
  if (place?.from !== 'dist/cloud' || !file.endsWith('/main.js')) refuse(`Cannot find module '/app/${file}'`);
  if (!OPERATOR_VERBS.has(verb)) refuse(`the relay has no command ${verb}`);
}

try {
  main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof Refused ? 1 : 125);
}
