// Style and script of the simulator's pages, as text: the pages are one request and need no build.

export const PAGE_STYLE = `
:root { color-scheme: light; --ink: #1d1b2e; --soft: #5c5870; --line: #e2ddd2; --paper: #fbf7ee; --card: #fff;
  --blue: #00579f; --good: #12683b; --bad: #a8261c; --radius: 14px; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.45 system-ui, sans-serif; }
header { background: linear-gradient(120deg, #003d73, #00699c); color: #fff; padding: 22px max(16px, calc(50vw - 600px)); }
h1 { margin: 0; font-size: 1.5rem; } header p { margin: 4px 0 0; opacity: .9; }
main { max-width: 1232px; margin: 0 auto; padding: 8px 16px 48px; display: grid; gap: 8px; }
h2 { font-size: 1.15rem; margin: 20px 0 10px; }
.empty { padding: 28px 20px; border: 2px dashed var(--line); border-radius: var(--radius); color: var(--soft); text-align: center; }
ul, ol { list-style: none; margin: 0; padding: 0; }
.payments { display: grid; gap: 10px; }
.payment { background: var(--card); border: 1px solid var(--line); border-left: 6px solid #b98900; border-radius: var(--radius);
  padding: 14px 16px; display: grid; gap: 10px; }
.payment[data-status=approved] { border-left-color: var(--good); }
.payment[data-status=rejected], .payment[data-status=charged_back] { border-left-color: var(--bad); }
.payment[data-status=cancelled], .payment[data-status=refunded] { border-left-color: #8a8599; }
.what { display: flex; align-items: baseline; justify-content: space-between; gap: 12px; }
.what strong { font-size: 1.35rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.status { font-weight: 700; font-size: .9rem; padding: 2px 10px; border-radius: 99px; background: #fff1c9; color: #5c4300; white-space: nowrap; }
[data-status=approved] .status, .status[data-status=approved] { background: #d7f2e1; color: #0c4f2c; }
[data-status=rejected] .status, [data-status=charged_back] .status { background: #fbdedb; color: #7d1a12; }
[data-status=cancelled] .status, [data-status=refunded] .status { background: #eae7ef; color: #46425a; }
dl { margin: 0; display: flex; flex-wrap: wrap; gap: 6px 22px; min-width: 0; }
dl div { min-width: 0; } dt { font-size: .75rem; color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; font-size: .95rem; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; } .actions form { display: contents; }
button, .actions a { font: inherit; font-weight: 650; min-height: 44px; padding: 8px 16px; border-radius: 10px; border: 1.5px solid transparent; cursor: pointer;
  display: inline-flex; align-items: center; text-decoration: none; }
.good { background: var(--good); color: #fff; } .bad { background: #fff; border-color: var(--bad); color: var(--bad); }
.plain, .actions a { background: #fff; border-color: #a49fb3; color: var(--ink); }
button:disabled { opacity: .5; cursor: progress; }
:focus-visible { outline: 3px solid #0b84ff; outline-offset: 2px; }
.deliveries { background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); font-size: .9rem; }
.deliveries li { display: flex; flex-wrap: wrap; gap: 4px 18px; padding: 8px 16px; font-variant-numeric: tabular-nums; }
.deliveries li + li { border-top: 1px solid var(--line); }
.faults { display: grid; gap: 14px; }
fieldset { border: 1px solid var(--line); background: var(--card); border-radius: var(--radius); padding: 12px 16px 16px; margin: 0;
  display: grid; grid-template-columns: repeat(auto-fill, minmax(145px, 1fr)); gap: 12px; min-width: 0; }
legend { font-weight: 700; padding: 0 6px; }
label { display: grid; gap: 4px; font-size: .9rem; align-content: end; }
input, select, textarea { font: inherit; width: 100%; min-height: 44px; padding: 8px 10px; border: 1.5px solid #a49fb3; border-radius: 10px; background: #fff; color: inherit; }
.buttons { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; margin: 0; }
details { margin-top: 16px; background: var(--card); border: 1px solid var(--line); border-radius: var(--radius); padding: 12px 16px; }
summary { font-weight: 700; cursor: pointer; min-height: 28px; }
.names { columns: 260px; } .names li { padding: 3px 0; break-inside: avoid; } code { font-weight: 700; background: #efeadd; padding: 1px 6px; border-radius: 6px; }
.ticket { max-width: 440px; justify-items: center; text-align: center; gap: 14px; padding-top: 24px; } .ticket label { width: 100%; text-align: left; }
.ticket .amount { font-size: 2.4rem; font-weight: 800; margin: 0; } .ticket p { margin: 0; } .ticket img { image-rendering: pixelated; background: #fff; border-radius: 12px; }
.ticket .actions { justify-content: center; } textarea { resize: vertical; overflow-wrap: anywhere; }
@media (min-width: 900px) {
  .payment { grid-template-columns: 210px 1fr auto; align-items: center; } .what { flex-direction: column; gap: 4px; }
  fieldset { grid-template-columns: repeat(6, 1fr); }
}
`;

export const PAGE_SCRIPT = `
const lists = document.getElementById('lists');
let etag = '';
async function refresh() {
  const answer = await fetch('/simulator/lists', { headers: etag ? { 'if-none-match': etag } : {} }).catch(() => null);
  if (!answer || answer.status !== 200) return;
  etag = answer.headers.get('etag') || '';
  const fresh = await answer.text();
  const focused = document.activeElement && document.activeElement.dataset.key;
  lists.innerHTML = fresh;
  if (focused) lists.querySelector('[data-key="' + focused + '"]')?.focus();
}
lists.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.submitter;
  button.disabled = true;
  await fetch(event.target.action, { method: 'POST', headers: { accept: 'application/json' } }).catch(() => null);
  etag = '';
  await refresh();
});
const form = document.getElementById('faults');
const said = document.getElementById('faults-said');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const patch = {};
  for (const [name, value] of new FormData(form)) {
    const [group, field] = name.split('.');
    const read = /^\\d+$/.test(value) ? Number(value) : value === 'true' || (value === 'false' ? false : value);
    if (field) (patch[group] ||= {})[field] = read; else patch[group] = read;
  }
  patch.hangCreates.answerAfterMs = null;
  patch.failRequests.retryAfterSeconds = patch.failRequests.status === 429 ? 1 : null;
  const answer = await fetch('/simulator/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(patch) });
  said.textContent = answer.ok ? 'Falhas aplicadas.' : 'O simulador recusou estes números.';
});
form.addEventListener('reset', async () => {
  await fetch('/simulator/faults', { method: 'DELETE' });
  for (const input of form.querySelectorAll('input')) input.defaultValue = '0';
  for (const one of form.querySelectorAll('option')) one.defaultSelected = one === one.parentElement.options[0];
  said.textContent = 'Sem falhas.';
});
setInterval(() => { if (!document.hidden) refresh(); }, 1500);
`;
