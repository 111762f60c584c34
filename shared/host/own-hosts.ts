// Which Host a server answers to: names and addresses of its own, and no other. A page of another site whose name was made to lead to
// this machine (DNS rebinding) asks under that name, and hears nothing. Pure: hosts bring their names and addresses.

/** A DNS name holds 253 characters; port, brackets and a final dot come on top. */
const HEADER_LENGTH_MAX = 270;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;
/** Hardwired in browsers: nobody's DNS gives them away. */
const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;
/** A router that gives a new address is noticed within this; asking the machine at every request would cost more than most answers. */
const READ_EVERY_MS = 1000;

/** What a server asks before it answers. */
export type OwnHosts = {
  /** Whether a `Host` header names this server. Without one it comes from no browser: nothing to protect it from. */
  knows(header: string | undefined): boolean;
};

/** The name in a `Host` header: lower case, without port, brackets and final dot. Null when it is none. */
export function hostNameOf(header: string): string | null {
  if (header.length > HEADER_LENGTH_MAX) return null;
  const name = HOST.exec(header)?.[1]
    ?.toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return name === undefined || name === '' ? null : name;
}

/** Names separated by commas, as in EXTRA_HOSTS; null when one of them is none. */
export function readHostNames(text: string): string[] | null {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const names = entries.map((entry) =>
    /:\d+$/.test(entry) && !entry.includes('::') ? null : hostNameOf(entry),
  );
  return names.every((name) => name !== null) ? names : null;
}

/** Reads `current` again when a name is unknown, at most once in a while by `clock` (milliseconds). */
export function createOwnHosts(deps: {
  /** Those that stay, in any case of letters. */
  names: readonly string[];
  /** Those of today, such as the addresses of the network cards. */
  current: () => readonly string[];
  clock: () => number;
}): OwnHosts {
  const names = new Set(deps.names.map((name) => name.toLowerCase()));
  let current = new Set<string>();
  let readAtMs: number | null = null;

  return {
    knows(header) {
      if (header === undefined) return true;
      const name = hostNameOf(header);
      if (name === null) return false;
      if (LOOPBACK.test(name) || names.has(name)) return true;
      const nowMs = deps.clock();
      if (readAtMs === null || Math.abs(nowMs - readAtMs) >= READ_EVERY_MS) {
        current = new Set(deps.current().map((one) => one.toLowerCase()));
        readAtMs = nowMs;
      }
      return current.has(name);
    },
  };
}
