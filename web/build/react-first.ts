// React's file runs as soon as it has come, and the app's after it: two short tasks instead of a long one. As ordinary module
// scripts they would run in one go.
import type { Plugin } from 'vite';

const SCRIPT = /<script type="module" (?=[^>]*\/assets\/react-)/g;

export function reactFirst(): Plugin {
  return {
    name: 'react-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (html.match(SCRIPT)?.length !== 1)
          throw new Error(`index.html does not begin React by itself: ${html}`);
        return html.replaceAll(SCRIPT, '<script type="module" async ');
      },
    },
  };
}
