// Lets the build leave out of the router what the app never names: forms, scroll restoration, the parts of its framework. What is
// called where a module begins counts as used, and so does a component that is given a name for developers' tools. What the router says to
// who writes its routes wrongly is said while developing: in front of customers it fails as before, without the sentence.
import type { Plugin } from 'vite';

const ROUTER = /\/react-router\/dist\/production\/chunk-[^/]+\.mjs$/;
const NAMES = /^\w+\.displayName = "[^"]*";$/gm;
const WRAPPERS = /(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm;
/** A link fetches ahead only for who asks for it, and only with the router's own server. */
const PREFETCH = /return shouldPrefetch && !isAbsolute \? [^;]+ : link;/;
/** A check of the router's own, its condition and its sentence on lines of their own. */
const SENTENCES = /^(( *)(?:invariant|warning)\((?:\n\2 {2}.*)+?),\n\2 {2}[`"].*\n(?=\2\);$)/gm;

export function leanRouter(): Plugin {
  const found = { names: false, wrappers: false, prefetch: false, sentences: false };
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: ROUTER },
      handler(code) {
        found.names ||= code.search(NAMES) >= 0;
        found.wrappers ||= code.search(WRAPPERS) >= 0;
        found.prefetch ||= code.search(PREFETCH) >= 0;
        found.sentences ||= code.search(SENTENCES) >= 0;
        return code
          .replaceAll(NAMES, '')
          .replaceAll(WRAPPERS, '/* @__PURE__ */ ')
          .replace(PREFETCH, 'return link;')
          .replaceAll(SENTENCES, '$1\n');
      },
    },
    generateBundle() {
      // Another version of the router: else the bundle would quietly grow again.
      for (const [what, is] of Object.entries(found))
        if (!is) this.error(`the router has no ${what} any more`);
    },
  };
}
