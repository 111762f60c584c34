// What an approved text has told of a thing already, such as an order in an answer: said again, only what differs is told.
import { differenceLines, factLines, type Facts } from './plain-facts.ts';

/** Smaller things are told whole each time. */
const BIG_FACTS_MIN = 12;

/** `isBrief` false: everything is told whole each time. */
export function createKnownThings(isBrief: boolean) {
  const known = new Map<string, Facts>();

  /** The things of a value that have an id of their own, by the place where they stand. */
  function bigThings(facts: Facts): Map<string, Facts> {
    const things = new Map<string, Facts>();
    const places = [...facts.values()]
      .filter(({ group, name, text }) => group !== '' && name === 'id' && text.startsWith('<id '))
      .map(({ group }) => group)
      .toSorted((one, other) => one.length - other.length);
    for (const group of places) {
      if ([...things.keys()].some((at) => isIn(group, at))) continue;
      const inside: Facts = new Map();
      for (const [path, fact] of facts)
        if (isIn(fact.group, group)) {
          const rest = fact.group.slice(group.length).replace(/^\./, '');
          inside.set(path.slice(group.length).replace(/^\./, ''), { ...fact, group: rest });
        }
      if (inside.size >= BIG_FACTS_MIN) things.set(group, inside);
    }
    return things;
  }

  return {
    /**
     * Lines that tell a value. `isNews`: what is said of its things is what they are from now on; else each is compared with what
     * was said of it last.
     */
    lines(facts: Facts, first: string, isNews: boolean): string[] {
      if (!isBrief) return factLines(facts.values(), first, '      ');
      const rest = new Map(facts);
      const lines: string[] = [];
      for (const [at, thing] of bigThings(facts)) {
        const id = thing.get('id')?.text ?? '';
        const before = known.get(id);
        if (before === undefined || isNews) known.set(id, thing);
        if (before === undefined) continue;
        for (const [path, { group }] of facts) if (isIn(group, at)) rest.delete(path);
        const differing = differenceLines(before, thing, '        ');
        const label = `      ${at === '' ? '' : `${at}: `}${id} as told`;
        lines.push(differing.length === 0 ? label : `${label} but`, ...differing);
      }
      const [only = '', ...others] = lines;
      return rest.size === 0 && lines.length > 0
        ? [`${first}${only.trimStart()}`, ...others]
        : [...factLines(rest.values(), first, '      '), ...lines];
    },
  };
}

const isIn = (group: string, at: string): boolean =>
  at === '' || group === at || group.startsWith(`${at}.`) || group.startsWith(`${at}[`);
