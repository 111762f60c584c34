// Draws the customers' pictograms into one file, from the package of which staff's screens import theirs: as scripts they would
// weigh 5 kB on the first page.
import { createHash } from 'node:crypto';
import dynamicIconImports from 'lucide-react/dynamicIconImports.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { ICON_NAMES, type IconName } from '../ui/icon-names.ts';

/** What the app imports for the address of the file. */
const MODULE = 'virtual:icon-sprite';
/** Its address while developing, and in what `prerender` draws. */
const SOURCE_ADDRESS = '/ui/icons.svg';

export function iconSprite(): Plugin {
  let isBuild = false;
  return {
    name: 'icon-sprite',
    configResolved(config) {
      isBuild = config.command === 'build';
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      if (!isBuild) return `export default '${SOURCE_ADDRESS}';`;
      const source = await drawSprite();
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/icons-${hash}.svg`;
      this.emitFile({ type: 'asset', fileName, source });
      return `export default '/${fileName}';`;
    },
    configureServer({ middlewares }) {
      middlewares.use(SOURCE_ADDRESS, (_request, response) => {
        drawSprite()
          .then((sprite) => response.setHeader('content-type', 'image/svg+xml').end(sprite))
          .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
      });
    },
  };
}

async function drawSprite(): Promise<string> {
  const symbols = await Promise.all(ICON_NAMES.map(drawSymbol));
  return [
    '<!-- Lucide (ISC licence, lucide.dev) -->',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    ...symbols,
    '</svg>\n',
  ].join('\n');
}

async function drawSymbol(name: IconName): Promise<string> {
  const { default: icon } = await dynamicIconImports[name]();
  const shapes = renderToStaticMarkup(createElement(icon))
    .replace(/^<svg[^>]*>(.*)<\/svg>$/, '$1')
    .replaceAll(/><\/\w+>/g, '/>');
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes}</symbol>`;
}
