// Whether store and relay are new enough for each other, and how a person is told. The relay says its version and the oldest
// store it works with when the link is made; the store says its version in its hello.
import { compareVersions } from '../version.ts';

/** The relay's version, on its answer to the dial. */
export const RELAY_VERSION_HEADER = 'balcao-relay-version';
/** The oldest store that the relay works with, on its answer to the dial. */
export const STORE_MIN_HEADER = 'balcao-store-version-min';

/** What is no version, as of a build by hand, is let pass: the protocol's own number still counts. */
export const isTooOld = (version: string, oldest: string): boolean =>
  (compareVersions(version, oldest) ?? 0) < 0;

/** What an owner reads about two versions that do not fit, or null. */
export function versionTrouble(options: {
  storeVersion: string;
  storeMin: string | null;
  relayVersion: string | null;
  relayMin: string;
}): string | null {
  const { storeVersion, storeMin, relayVersion, relayMin } = options;
  if (storeMin !== null && isTooOld(storeVersion, storeMin))
    return `Esta loja está na versão ${storeVersion} e o site precisa da ${storeMin} ou mais nova. Atualize a loja em Configurações.`;
  if (relayVersion !== null && isTooOld(relayVersion, relayMin))
    return `O site está na versão ${relayVersion} e esta loja precisa da ${relayMin} ou mais nova. Peça a quem cuida do site para atualizá-lo.`;
  return null;
}
