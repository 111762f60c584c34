// What a server's rooms are given, named by the rooms themselves: no list beside them has to be kept.

/** What some routes are given, taken together. */
export type DepsOf<Routes extends readonly ((deps: never) => unknown)[]> = {
  [Room in keyof Routes]: (deps: Parameters<Routes[Room]>[0]) => void;
}[number] extends (deps: infer All) => void
  ? All
  : never;
