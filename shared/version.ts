// What this is a version of: one number for the store, the relay and the web app. A test holds package.json to it.

/** In the form of semver; that of package.json. */
export const VERSION = '0.1.0';
/** The oldest store that this relay works with, and the oldest relay that this store works with. */
export const STORE_VERSION_MIN = '0.1.0';
/** The oldest relay that this store works with. */
export const RELAY_VERSION_MIN = '0.1.0';

const PARTS = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([\w.]{1,32}))?$/;

/** Below zero when `one` is older than `other`, zero when they are the same; null when either is no version. */
export function compareVersions(one: string, other: string): number | null {
  const a = PARTS.exec(one);
  const b = PARTS.exec(other);
  if (!a || !b) return null;
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference;
  }
  // 1.2.0-rc.1 comes before 1.2.0.
  if (a[4] === b[4]) return 0;
  if (a[4] === undefined) return 1;
  if (b[4] === undefined) return -1;
  return a[4] < b[4] ? -1 : 1;
}
