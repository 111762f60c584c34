// The printer's page, in Portuguese: its state, the switches that make it fail, and the tickets, newest first,
// as paper and as text.

import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { PrinterFaults } from './faults.ts';
import type { PrintJob } from './job-book.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-assets.ts';
import { isBlank, paperText } from './paper.ts';
import { paperSvg } from './paper-svg.ts';
import type { PrinterSimulator } from './printer-simulator.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const JOBS_SHOWN = 30;
const DEMO_SLOW_BYTES_PER_SECOND = 200;
const DEMO_DIE_AFTER_BYTES = 200;

const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

type Switch = { label: string; on: boolean; patch: Partial<PrinterFaults> };

function switches(faults: Readonly<PrinterFaults>): Switch[] {
  const slow = faults.slowBytesPerSecond !== null;
  const dying = faults.dieAfterBytes !== null;
  return [
    { label: 'Sem papel', on: faults.paperOut, patch: { paperOut: !faults.paperOut } },
    { label: 'Papel acabando', on: faults.paperNearEnd, patch: { paperNearEnd: !faults.paperNearEnd } },
    { label: 'Tampa aberta', on: faults.coverOpen, patch: { coverOpen: !faults.coverOpen } },
    { label: 'Desligada', on: faults.offline, patch: { offline: !faults.offline } },
    { label: 'Travada', on: faults.stalled, patch: { stalled: !faults.stalled } },
    { label: 'Lenta', on: slow, patch: { slowBytesPerSecond: slow ? null : DEMO_SLOW_BYTES_PER_SECOND } },
    { label: 'Morre no meio', on: dying, patch: { dieAfterBytes: dying ? null : DEMO_DIE_AFTER_BYTES } },
    { label: 'Não desliga no fim', on: faults.leavesOpen, patch: { leavesOpen: !faults.leavesOpen } },
    { label: 'Não responde status', on: faults.mute, patch: { mute: !faults.mute } },
  ];
}

function stateText(faults: Readonly<PrinterFaults>): string {
  if (faults.offline) return 'Desligada: recusa conexões';
  if (faults.stalled) return 'Travada: aceita e não lê';
  if (faults.paperOut) return 'Sem papel: o que chega fica esperando';
  if (faults.coverOpen) return 'Tampa aberta: não imprime';
  if (faults.paperNearEnd) return 'Pronta, papel acabando';
  return 'Pronta';
}

export function jobCard(job: PrintJob): Html {
  return html`<article class="job" id="job-${job.id}">
    <h3>
      Cupom ${job.id}
      <time>${clock.format(job.atMs)}</time
      >${job.complete ? '' : html` <span class="warn">interrompido</span>`}
    </h3>
    ${
      job.paper.warnings.length > 0
        ? html`<p class="warn">Comandos estranhos: ${job.paper.warnings.join(' · ')}</p>`
        : ''
    }
    <div class="paper">${raw(paperSvg(job.paper))}</div>
    <details>
      <summary>Texto</summary>
      <pre>${job.text}</pre>
    </details>
  </article>`;
}

function openCard(simulator: PrinterSimulator): Html {
  const paper = simulator.open();
  if (isBlank(paper.items)) return html``;
  return html`<article class="job open" id="job-open">
    <h3>Imprimindo…</h3>
    <div class="paper">${raw(paperSvg(paper))}</div>
    <details>
      <summary>Texto</summary>
      <pre>${paperText(paper)}</pre>
    </details>
  </article>`;
}

/** The part of the page that changes: state, switches, and which jobs there are. */
export function trayFragment(simulator: PrinterSimulator): Html {
  const faults = simulator.faults.current();
  const jobs = simulator.jobs().slice(-JOBS_SHOWN).reverse();
  const good = stateText(faults).startsWith('Pronta');
  return html`<section aria-label="Estado da impressora" class="state">
      <p role="status">
        <span class="lamp ${good ? 'good' : 'bad'}" aria-hidden="true"></span>${stateText(faults)}
      </p>
      <div class="switches">
        ${switches(faults).map(
          (each) =>
            html`<button
              type="button"
              aria-pressed="${each.on ? 'true' : 'false'}"
              data-key="${each.label}"
              data-patch="${JSON.stringify(each.patch)}"
            >
              ${each.label}
            </button>`,
        )}
        <button type="button" class="quiet" data-key="clear" data-clear>Limpar cupons</button>
      </div>
    </section>
    <section aria-labelledby="jobs-title">
      <h2 id="jobs-title">Cupons</h2>
      ${
        jobs.length === 0
          ? html`<p class="empty">Nada impresso ainda. Um pedido pago na loja sai aqui.</p>`
          : ''
      }
      <div class="jobs">${openCard(simulator)}${jobs.map(jobCard)}</div>
    </section>`;
}

export function mainPage(simulator: PrinterSimulator, columns: number): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Simulador da impressora</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PAGE_STYLE)}
        </style>
      </head>
      <body>
        <header>
          <h1>Simulador da impressora</h1>
          <p>Porta ${simulator.port} · papel de ${columns === 32 ? '58' : '80'} mm (${columns} colunas)</p>
        </header>
        <main id="tray">${trayFragment(simulator)}</main>
        <script>
          ${raw(PAGE_SCRIPT)};
        </script>
      </body>
    </html>`;
}
