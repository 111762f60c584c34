// What may be sent to a station, and to which it goes: each thing to one.
import type { Catalog, Station } from '@balcao/shared/menu/menu.ts';
import type { StationThing } from '@balcao/shared/order/stations.ts';

/** Everything that a kitchen makes, as the owner reads it. */
export function thingsOf({
  categories,
}: Pick<Catalog, 'categories'>): { thing: StationThing; label: string }[] {
  return [
    { thing: 'acai', label: 'Açaí montado' },
    { thing: 'cup', label: 'Taças e copos prontos' },
    ...categories.map(({ id, name }) => ({ thing: `category:${id}` as const, label: name })),
  ];
}

/** The station of a thing: the first that takes it, or the first of all. */
export const takerOf = (stations: readonly Station[], thing: StationThing): string =>
  (stations.find(({ takes }) => takes.includes(thing)) ?? stations[0])?.id ?? '';

/** The stations once `thing` is made at `id`, and nowhere else. */
export const assignToStation = (stations: readonly Station[], thing: StationThing, id: string): Station[] =>
  stations.map((station) => {
    const others = station.takes.filter((one) => one !== thing);
    return { ...station, takes: station.id === id ? [...others, thing] : others };
  });
