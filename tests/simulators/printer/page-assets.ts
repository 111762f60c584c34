// Style and script of the printer's page, as text: one request, no build.

export const PAGE_STYLE = `
:root { --ink: #24202e; --soft: #5f5a6b; --line: #cfc8ba; --desk: #e9e2d3; --card: #fffdf7; --good: #12683b; --bad: #a8261c; --purple: #4b1d63; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--desk); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
header { background: var(--purple); color: #fff; padding: 20px max(16px, calc(50vw - 620px)); }
h1 { margin: 0; font-size: 1.5rem; } header p { margin: 4px 0 0; opacity: .92; }
main { max-width: 1272px; margin: 0 auto; padding: 16px; display: grid; gap: 8px; }
h2 { font-size: 1.15rem; margin: 16px 0 10px; }
.state { background: var(--card); border-radius: 14px; padding: 14px 16px; display: grid; gap: 12px; }
.state p { margin: 0; font-weight: 700; display: flex; align-items: center; gap: 10px; }
.lamp { width: 16px; height: 16px; border-radius: 50%; flex: none; background: var(--good); box-shadow: 0 0 0 4px #12683b2e; }
.lamp.bad { background: var(--bad); border-radius: 3px; box-shadow: 0 0 0 4px #a8261c2e; }
.switches { display: flex; flex-wrap: wrap; gap: 8px; }
button { font: inherit; font-weight: 650; min-height: 44px; padding: 8px 14px; border-radius: 10px; border: 1.5px solid #8f8a99; background: #fff; color: var(--ink); cursor: pointer; }
button[aria-pressed=true] { background: var(--bad); border-color: var(--bad); color: #fff; }
button[aria-pressed=true]::before { content: '● '; }
.quiet { border-style: dashed; }
:focus-visible { outline: 3px solid #0b6bcb; outline-offset: 2px; }
.empty { padding: 36px 20px; border: 2px dashed #b5ac9a; border-radius: 14px; text-align: center; color: #4d4858; margin: 0; }
.jobs { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr)); gap: 28px 24px; align-items: start; }
.job { max-width: 460px; min-width: 0; }
.job h3 { margin: 0 0 8px; font-size: 1rem; display: flex; gap: 10px; align-items: baseline; } .job time { font-weight: 400; color: var(--soft); }
.paper { filter: drop-shadow(0 3px 6px #0003); } .paper svg { display: block; width: 100%; height: auto; }
.open .paper { opacity: .75; }
.warn { color: var(--bad); font-weight: 700; margin: 0 0 8px; font-size: .95rem; }
details { margin-top: 8px; } summary { cursor: pointer; min-height: 28px; font-weight: 650; }
pre { background: var(--card); border-radius: 10px; padding: 12px; overflow-x: auto; font-size: .85rem; margin: 6px 0 0; }
`;

export const PAGE_SCRIPT = `
const tray = document.getElementById('tray');
let looking = false, again = false, shown = '';
async function look() {
  if (looking) { again = true; return; }
  looking = true;
  do {
    again = false;
    const answer = await fetch('/tray').catch(() => null);
    const fresh = answer && answer.ok ? await answer.text() : shown;
    if (fresh === shown) continue;
    shown = fresh;
    const focused = document.activeElement && document.activeElement.dataset.key;
    const opened = [...tray.querySelectorAll('details[open]')].map((each) => each.closest('article').id);
    tray.innerHTML = fresh;
    for (const id of opened) document.getElementById(id)?.querySelector('details').setAttribute('open', '');
    if (focused) tray.querySelector('[data-key="' + focused + '"]')?.focus();
  } while (again);
  looking = false;
}
tray.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  if ('clear' in button.dataset) fetch('/jobs', { method: 'DELETE' });
  else fetch('/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: button.dataset.patch });
});
new EventSource('/events').addEventListener('changed', look);
`;
