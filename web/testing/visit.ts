// A screen that is visited, for approved texts: everything on it that can be touched is touched once, and what was sent, what was said and
// what the screen shows then is written down. What a page shows at all: `outline.ts`.
import { toastsAtom } from '../ui/toast.tsx';
import { outlineOf } from './outline.ts';
import { nameOf, type Screen } from './screen.ts';
import { differences, keptLines, saidLines, savedLines, sentLines } from './visit-lines.ts';
import { changesOf, withNames } from './walk.ts';

type Control = { key: string; surface: string; name: string; nth: number; element: HTMLInputElement };
type Options = {
  /** `typed`: each field is filled; `emptied`: each is made empty; `left`: none is touched. */
  fields?: 'typed' | 'emptied' | 'left';
  /** What is typed, by the field's name; else something that such a field takes. */
  texts?: Record<string, string>;
  /** What is not touched, by its name. */
  skip?: RegExp;
  /** What alone is touched of the page, by its name; of what lies over it, all. */
  only?: RegExp;
  /** How many that are called alike but for a number are touched in one part of the screen. */
  times?: number;
};

/** For a test of visits, on a machine of which others take most. */
export const UNHURRIED = { timeout: 600_000 };
const TAPS_MAX = 90;
const FIELDS = 'input, textarea, select';
/** What leads away from where one is comes last. */
const LEAVES = /^(?:Fechar|Cancelar|Voltar|Sair|Agora não|Desistir|Descartar)$/;
/** What passes is written down once, as it is said. */
const PASSING = '[role="region"][aria-label="Avisos"]';
const SAMPLES: Record<string, string> = {
  email: 'rui@loja.example',
  tel: '11987654321',
  password: 'uma senha comprida 7',
  number: '7',
  numeric: '7',
  decimal: '7,50',
  date: '2026-11-30',
  time: '09:30',
  search: 'banana',
  url: 'https://loja.example/x',
};

/** A screen at one moment: the page, and the dialog on top of it by its title. */
type Look = { page: string[]; surface: string; dialog: string[]; focus: string; path: string };

function lookAt(screen: Screen): Look {
  const dialogs = screen.all('dialog[open]');
  const dialog = dialogs.at(-1) as HTMLElement | undefined;
  const page = outlineWithout(screen.body, [...dialogs, ...screen.all(PASSING)]);
  const over = dialog === undefined ? [] : outlineWithout(dialog, [...dialog.querySelectorAll(PASSING)]);
  const isFocus = (line: string): boolean => line.startsWith('focus: ');
  return {
    page: page.filter((line) => !isFocus(line)),
    surface: dialog === undefined ? '' : nameOf(screen.body, dialog),
    dialog: over.filter((line) => !isFocus(line) && !line.startsWith('title: ')),
    focus: page.find(isFocus) ?? '',
    path: screen.path(),
  };
}

/** The lines of what stands in `body`, as if these were not there. */
function outlineWithout(body: HTMLElement, parts: readonly Element[]): string[] {
  for (const part of parts) part.setAttribute('hidden', '');
  const lines = outlineOf({ body });
  for (const part of parts) part.removeAttribute('hidden');
  return lines.map((line) => line.replaceAll('[drawing: ] ', ''));
}

const isTyped = ({ localName, type }: HTMLInputElement): boolean =>
  localName === 'textarea' ||
  localName === 'select' ||
  (localName === 'input' && !['checkbox', 'radio', 'button', 'submit', 'file'].includes(type));

function controlsOf(screen: Screen, surface: string): Control[] {
  const within = screen.all('dialog[open]').at(-1) ?? screen.body;
  const counts = new Map<string, number>();
  /** The how-manieth of its name this is, among what is found as it is. */
  const countOf = (list: string): number => {
    const nth = counts.get(list) ?? 0;
    counts.set(list, nth + 1);
    return nth;
  };
  return (screen.all(`button, summary, a, ${FIELDS}`) as HTMLInputElement[]).flatMap((element) => {
    if (!within.contains(element)) return [];
    const name = nameOf(screen.body, element);
    const asTapped = element.matches('button, a, input, summary') ? countOf(`taps ${name}`) : 0;
    const asTyped = element.matches(FIELDS) ? countOf(`types ${name}`) : 0;
    const isShut = element.localName !== 'summary' && element.closest('details:not([open])') !== null;
    if (element.localName === 'a' || element.hasAttribute('disabled') || isShut) return [];
    if (element.type === 'hidden' || element.type === 'file') return [];
    const nth = isTyped(element) ? asTyped : asTapped;
    return [{ key: `${surface} › ${element.localName} ${name} ${nth}`, surface, name, nth, element }];
  });
}

const rankOf = ({ element, name }: Control): number => {
  if (isTyped(element)) return 0;
  if (element.localName === 'input') return 1;
  if (LEAVES.test(name)) return 4;
  return element.type === 'submit' ? 3 : 2;
};

function textFor({ element, name }: Control, { fields = 'typed', texts = {} }: Options): string {
  const given = texts[name];
  if (given !== undefined && fields === 'typed') return given;
  if (element.localName === 'select') {
    const values = [...element.querySelectorAll('option')].map((one) => one.getAttribute('value') ?? '');
    return values.findLast((value) => value !== element.value) ?? element.value;
  }
  if (fields === 'emptied') return '';
  return SAMPLES[element.type] ?? SAMPLES[element.getAttribute('inputmode') ?? ''] ?? `Texto: ${name}`;
}

/** Visits of one room: what was shown in one is not written out again in the next. */
export function createVisits() {
  const texts: string[] = [];
  const shown = new Set<string>();
  const say = (...lines: string[]): void => void texts.push(...lines);
  /** Whole where it has not been shown; else in a word. */
  const once = (lines: readonly string[]): readonly string[] => {
    const whole = lines.join('\n');
    if (shown.has(whole)) return ['(as before)'];
    shown.add(whole);
    return lines;
  };
  const onceLong = (lines: readonly string[]): readonly string[] => (lines.length < 12 ? lines : once(lines));
  const asked = (screen: Screen): void => {
    const routes = [...new Set(screen.sent.splice(0).map(({ route }) => route))].toSorted();
    if (routes.length > 0) say(`asks ${routes.join(', ')}`);
  };

  /** What was done, and all that followed; how the screen looks then. */
  async function step(screen: Screen, what: string, work: () => Promise<unknown>, before = lookAt(screen)) {
    screen.sent.splice(0);
    const said = screen.store.get(toastsAtom).map(({ key }) => key);
    const kept = new Map(screen.stored ?? []);
    const { length: saved } = await screen.saved();
    await work();
    const now = lookAt(screen);
    const lines = [...sentLines(screen), ...saidLines(screen, said), ...keptLines(screen, kept)];
    lines.push(...savedLines((await screen.saved()).slice(saved)));
    if (now.path !== before.path) lines.push(`goes to ${now.path}`);
    // Of another page, what it is: its own visit shows it.
    if (now.path.split('?')[0] === before.path.split('?')[0]) {
      lines.push(...onceLong(differences(before.page, now.page)));
      if (now.focus !== before.focus && now.focus !== '') lines.push(now.focus);
      if (now.surface === before.surface) lines.push(...changesOf(before.dialog, now.dialog));
      else if (now.surface === '') lines.push(`closes “${before.surface}”`);
      else lines.push(`shows “${now.surface}”:`, ...once(now.dialog).map((line) => `  ${line}`));
    }
    say(what, ...lines.map((line) => `    ${line}`));
    return now;
  }

  const touch = (screen: Screen, control: Control, options: Options, before: Look): Promise<Look> => {
    const { name, nth, element } = control;
    const which = nth === 0 ? '' : ` (${nth + 1})`;
    if (!isTyped(element)) {
      const verb = element.localName === 'input' ? 'ticks' : 'taps';
      return step(screen, `  ${verb} [${name}]${which}`, () => screen.tap(name, nth), before);
    }
    const text = textFor(control, options);
    const what = `  types ${name}${which}: ${JSON.stringify(text)}`;
    return step(screen, what, () => screen.type(name, text, nth), before);
  };

  return {
    say,
    step,
    /** What the page shows, under this title. */
    show(title: string, screen: Screen): void {
      const { page, surface, dialog } = lookAt(screen);
      say('', `== ${title}`);
      asked(screen);
      say(
        ...once(page),
        ...(surface === '' ? [] : [`“${surface}”:`, ...once(dialog).map((line) => `  ${line}`)]),
      );
    },
    /** What the page shows otherwise than the other one does. */
    compare(title: string, other: Look, screen: Screen): void {
      const now = lookAt(screen);
      const changes = [...differences(other.page, now.page), ...changesOf(other.dialog, now.dialog)];
      say('', `== ${title}`, ...(changes.length === 0 ? ['(the same)'] : changes));
    },
    look: lookAt,
    /** Taps one after the other. */
    async tap(screen: Screen, ...names: readonly string[]): Promise<void> {
      for (const name of names) await step(screen, `  taps [${name}]`, () => screen.tap(name));
    },
    async type(screen: Screen, texts: Record<string, string>): Promise<void> {
      for (const [name, text] of Object.entries(texts))
        await step(screen, `  types ${name}: ${JSON.stringify(text)}`, () => screen.type(name, text));
    },
    /** Touches all that there is, each once. */
    async visit(title: string, open: () => Promise<Screen>, options: Options = {}): Promise<void> {
      const { fields = 'typed', skip, only, times = 2 } = options;
      let screen = await open();
      let look = lookAt(screen);
      say('', `== ${title}`);
      asked(screen);
      say(...once(look.page));
      if (look.surface !== '') say(`“${look.surface}”:`, ...once(look.dialog).map((line) => `  ${line}`));
      const first = look.surface;
      const done = new Set<string>();
      /** What was touched to come there. */
      const ways = new Map<string, Control[]>([[first, []]]);
      const waiting = new Map<string, Control>();
      const counts = new Map<string, number>();
      const kindOf = (surface: string, name: string): string =>
        `${surface} › ${name.replaceAll(/\d+/g, '#')}`;
      const isLeft = ({ name, element, surface }: Control): boolean =>
        name === 'Fechar aviso' ||
        (fields === 'left' && isTyped(element)) ||
        skip?.test(name) === true ||
        (only !== undefined && surface === '' && !only.test(name)) ||
        (counts.get(kindOf(surface, name)) ?? 0) >= times;
      const touchable = (): Control[] =>
        controlsOf(screen, look.surface).filter((one) => !done.has(one.key) && !isLeft(one));
      /** What has come into sight last is touched first. */
      const turns = new Map<string, number>();
      const nextHere = (): Control | undefined => {
        const all = touchable();
        const turn = turns.size;
        for (const one of all) {
          if (!turns.has(one.key)) turns.set(one.key, turn);
          if (!LEAVES.test(one.name)) waiting.set(one.key, one);
        }
        const ageOf = (one: Control): number => {
          if (LEAVES.test(one.name)) return 1;
          // All fields of a form are filled before it is sent.
          return isTyped(one.element) ? -Infinity : -(turns.get(one.key) ?? 0);
        };
        const ages = new Map(all.map((one) => [one, ageOf(one)]));
        const youngest = Math.min(...ages.values());
        return all.filter((one) => ages.get(one) === youngest).toSorted((a, b) => rankOf(a) - rankOf(b))[0];
      };
      const follow = async (way: readonly Control[]): Promise<void> => {
        for (const one of way) {
          const found = controlsOf(screen, lookAt(screen).surface).find(({ key }) => key === one.key);
          if (found === undefined) break;
          if (isTyped(found.element)) await screen.type(found.name, textFor(found, options), found.nth);
          else await screen.tap(found.name, found.nth);
        }
        look = lookAt(screen);
      };
      /** Whether one of those is in sight again that wait in that part. */
      const returnTo = async ({ surface }: Control): Promise<boolean> => {
        const way = ways.get(surface) ?? [];
        const isThere = (): boolean =>
          look.surface === surface && touchable().some(({ key }) => waiting.has(key));
        if (look.surface === first && look.surface !== surface) await follow(way);
        if (!isThere()) {
          screen = await open();
          look = lookAt(screen);
          await follow(way);
        }
        return isThere();
      };
      for (let taps = 0; taps < TAPS_MAX; taps += 1) {
        let next = nextHere();
        if (next === undefined) {
          const far = [...waiting.values()].find((one) => !isLeft(one));
          if (far === undefined) return;
          if (!(await returnTo(far))) {
            const lost = [...waiting.values()].filter(({ surface }) => surface === far.surface);
            for (const one of lost) waiting.delete(one.key);
            const names = lost.filter((one) => !isLeft(one)).map(({ name }) => `[${name}]`);
            say(`  (not reached${far.surface === '' ? '' : ` in “${far.surface}”`}: ${names.join(' ')})`);
            continue;
          }
          say(look.surface === '' ? '  — from the beginning —' : `  — “${look.surface}” again —`);
          next = nextHere();
          if (next === undefined) continue;
        }
        done.add(next.key);
        waiting.delete(next.key);
        const kind = kindOf(next.surface, next.name);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        const from = look.surface;
        look = await touch(screen, next, options, look);
        if (!ways.has(look.surface)) ways.set(look.surface, [...(ways.get(from) ?? []), next]);
      }
      say('  (and so on)');
    },
    text: (): string => `${withNames(texts.join('\n')).trim()}\n`,
  };
}
