// What a store that cannot be opened answers to everybody: a page that says what to do and looks again by itself, and the same to programs.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '@balcao/shared/http/problem.ts';
import { VERSION } from '@balcao/shared/version.ts';
import type { Trouble } from './trouble.ts';

const LOOK_AGAIN_S = 5;

export function answerTrouble(
  trouble: Trouble,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    incoming.resume();
    const [path = '/'] = (incoming.url ?? '/').split('?');
    const answer = answerTo(path, trouble);
    outgoing.writeHead(answer.status, {
      'content-type': `${answer.type}; charset=utf-8`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'retry-after': `${LOOK_AGAIN_S}`,
    });
    outgoing.end(incoming.method === 'HEAD' ? undefined : answer.body);
  };
}

function answerTo(path: string, trouble: Trouble): { status: number; type: string; body: string } {
  const { kind, title, text, steps } = trouble;
  const json = (status: number, body: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify(body),
  });
  if (path === '/healthz') return json(200, { alive: true, version: VERSION, trouble: kind });
  if (path === '/readyz')
    return json(503, { ready: false, reasons: [title], seq: 0, link: 'unknown', trouble: [title, ...steps] });
  if (/^\/(api|link|edge|doc)\//.test(path))
    return {
      ...json(503, problem(503, `trouble-${kind}`, title, [text, ...steps].join(' '))),
      type: 'application/problem+json',
    };
  return { status: 503, type: 'text/html', body: pageOf(trouble) };
}

// Stands alone: the web app's files may be what is missing. Colours and sizes are those of design/look.md.
function pageOf({ title, text, steps, detail, endsByItself }: Trouble): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${LOOK_AGAIN_S}">
<title>${escape(title)} · Balcão</title>
<style>
:root { --back: #fff6e8; --card: #fffdf8; --ink: #2c1733; --line: #f3e4d0; --alarm: #b5300f; --alarm-ink: #fff6f2; }
@media (prefers-color-scheme: dark) {
  :root { --back: #1a0f20; --card: #24152b; --ink: #f7ebfb; --line: #3b2745; --alarm: #ffb4a0; --alarm-ink: #3d0a00; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--back);
  color: var(--ink); font: 1.125rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 42rem; background: var(--card); border: 1.5px solid var(--line); border-radius: 1.5rem;
  overflow: hidden; }
h1 { margin: 0; padding: 1.25rem 1.5rem; background: var(--alarm); color: var(--alarm-ink); font-size: clamp(1.4rem, 5vw, 2rem);
  line-height: 1.2; }
section { padding: 0.5rem 1.5rem 1.25rem; }
h2 { margin: 1.25rem 0 0; font-size: 1.125rem; }
ol { margin: 0.5rem 0; padding-left: 1.5rem; }
li { margin: 0.5rem 0; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0 0; padding: 0.75rem 1rem; border-radius: 1rem; background: var(--back); white-space: pre-wrap;
  overflow-wrap: anywhere; font-size: 0.95rem; }
</style>
</head>
<body>
<main>
<h1>${escape(title)}</h1>
<section>
<p>${escape(text)}</p>
<h2>O que fazer</h2>
<ol>${steps.map((step) => `<li>${escape(step)}</li>`).join('')}</ol>
${detail === null ? '' : `<h2>Para quem ajuda</h2><pre>${escape(detail)}</pre>`}
<p>${endsByItself ? 'Esta página se atualiza sozinha e a loja volta assim que puder.' : 'Esta página se atualiza sozinha.'}</p>
</section>
</main>
</body>
</html>
`;
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
