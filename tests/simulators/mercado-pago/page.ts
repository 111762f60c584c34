// The simulator's own pages, in Portuguese: the payments with their buttons, the faults, and the 'bank' where
// a PIX is paid. Server-rendered; the script only refreshes the lists and sends the forms.

import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { CARD_OUTCOMES } from './card-outcomes.ts';
import type { Faults } from './faults.ts';
import { faultsForm } from './page-faults.ts';
import type { Payment } from './payment.ts';
import { refundedCents } from './payment.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './page-assets.ts';
import type { Delivery } from './webhooks.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const PAYMENTS_SHOWN = 60;
const DELIVERIES_SHOWN = 12;

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const clock = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });
const dayAndClock = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const STATUS_TEXT: Record<Payment['status'], string> = {
  pending: 'Pendente',
  approved: 'Aprovado',
  authorized: 'Autorizado',
  in_process: 'Em análise',
  rejected: 'Recusado',
  cancelled: 'Cancelado',
  refunded: 'Devolvido',
  charged_back: 'Contestado',
};

type Action = { name: string; label: string; kind: 'good' | 'bad' | 'plain' };

/** What somebody does in front of a terminal that an amount was sent to. */
const AT_TERMINAL: readonly Action[] = [
  { name: 'show-at-terminal', label: 'Mostrar na maquininha', kind: 'plain' },
  { name: 'cancel-at-terminal', label: 'Cancelar na maquininha', kind: 'bad' },
];

/** What can still happen to a payment; a button that would be refused is not shown. */
function actionsFor(payment: Payment): Action[] {
  const approve: Action = { name: 'approve', label: 'Aprovar', kind: 'good' };
  switch (payment.status) {
    case 'pending':
    case 'in_process':
      return [
        ...(payment.order?.terminal ? AT_TERMINAL : []),
        approve,
        { name: 'reject', label: 'Rejeitar', kind: 'bad' },
        { name: 'expire', label: 'Expirar', kind: 'plain' },
      ];
    case 'authorized':
      return [{ name: 'reject', label: 'Rejeitar', kind: 'bad' }];
    case 'cancelled':
      return payment.methodId === 'pix' ? [{ ...approve, label: 'Aprovar atrasado' }] : [];
    case 'approved': {
      const waiting = payment.refunds.some((refund) => refund.status === 'in_process');
      const back: Action[] = waiting
        ? [
            { name: 'settle-refunds', label: 'Concluir devolução', kind: 'plain' },
            { name: 'reject-refunds', label: 'Recusar devolução', kind: 'bad' },
          ]
        : [{ name: 'refund', label: 'Devolver', kind: 'plain' }];
      return [...back, { name: 'chargeback', label: 'Estornar', kind: 'bad' }];
    }
    case 'charged_back':
      return payment.statusDetail === 'reimbursed'
        ? []
        : [{ name: 'win-chargeback', label: 'Ganhar a contestação', kind: 'good' }];
    case 'rejected':
    case 'refunded':
      return [];
  }
}

const methodText = (payment: Payment): string =>
  payment.card === null
    ? 'PIX'
    : `${payment.methodId} ···· ${payment.card.lastFour} · ${payment.installments}x`;

function paymentRow(payment: Payment): Html {
  const refunded = refundedCents(payment);
  return html`<li class="payment" data-status="${payment.status}">
    <div class="what">
      <strong>${money.format(payment.amountCents / 100)}</strong>
      <span class="status">${STATUS_TEXT[payment.status]}</span>
    </div>
    <dl>
      <div>
        <dt>Método</dt>
        <dd>${methodText(payment)}</dd>
      </div>
      <div>
        <dt>Referência</dt>
        <dd>${payment.externalReference ?? '—'}</dd>
      </div>
      <div>
        <dt>Número</dt>
        <dd>${payment.id}</dd>
      </div>
      <div>
        <dt>Detalhe</dt>
        <dd>${payment.statusDetail}</dd>
      </div>
      <div>
        <dt>Criado</dt>
        <dd>${clock.format(payment.createdAtMs)}</dd>
      </div>
      ${
        payment.expiresAtMs !== null && payment.status === 'pending'
          ? html`<div>
              <dt>Expira</dt>
              <dd>${dayAndClock.format(payment.expiresAtMs)}</dd>
            </div>`
          : ''
      }
      ${
        refunded > 0
          ? html`<div>
              <dt>Devolvido</dt>
              <dd>${money.format(refunded / 100)}</dd>
            </div>`
          : ''
      }
    </dl>
    <div class="actions">
      ${actionsFor(payment).map(
        (action) =>
          html`<form method="post" action="/simulator/payments/${payment.id}/${action.name}">
            <button class="${action.kind}" data-key="${payment.id}-${action.name}">${action.label}</button>
          </form>`,
      )}
      ${
        payment.pix !== null && payment.status === 'pending'
          ? html`<a href="/payments/${payment.id}/ticket">Ver QR</a>`
          : ''
      }
    </div>
  </li>`;
}

function deliveryText(delivery: Delivery): string {
  const result = { lost: 'perdido', held: 'retido', 'no answer': 'sem resposta', 'too many': 'descartado' };
  return typeof delivery.result === 'number' ? `resposta ${delivery.result}` : result[delivery.result];
}

/** The part of the page that changes by itself. */
export function listsFragment(payments: readonly Payment[], deliveries: readonly Delivery[]): Html {
  const shown = payments.slice(0, PAYMENTS_SHOWN);
  return html`<section aria-labelledby="payments-title">
      <h2 id="payments-title">Pagamentos</h2>
      ${
        shown.length === 0
          ? html`<p class="empty">
              Nenhum pagamento ainda. Faça um pedido na loja e escolha PIX ou cartão: ele aparece aqui.
            </p>`
          : html`<ul class="payments">
              ${shown.map(paymentRow)}
            </ul>`
      }
    </section>
    <section aria-labelledby="webhooks-title">
      <h2 id="webhooks-title">Avisos enviados</h2>
      ${
        deliveries.length === 0
          ? html`<p class="empty">Nenhum aviso (webhook) enviado.</p>`
          : html`<ol class="deliveries">
              ${deliveries
                .slice(-DELIVERIES_SHOWN)
                .reverse()
                .map(
                  (each) =>
                    html`<li>
                      <span>${clock.format(each.atMs)}</span> <span>${each.paymentId}</span>
                      <span>${each.status}</span>
                      <span>${deliveryText(each)}${each.attempt > 1 ? ` (${each.attempt}ª vez)` : ''}</span>
                    </li>`,
                )}
            </ol>`
      }
    </section>`;
}

function namesTable(): Html {
  return html`<details>
    <summary>Cartões de teste: o nome decide o resultado</summary>
    <p>
      Visa 4235 6477 2802 5682 · Mastercard 5031 4332 1540 6351 · Elo débito 5067 7667 8388 8311 · código 123,
      qualquer validade futura.
    </p>
    <ul class="names">
      ${Object.entries(CARD_OUTCOMES).map(([name, outcome]) => html`<li><code>${name}</code> ${outcome.label}</li>`)}
    </ul>
  </details>`;
}

function shell(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${raw(PAGE_STYLE)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

export function mainPage(
  payments: readonly Payment[],
  deliveries: readonly Delivery[],
  faults: Readonly<Faults>,
): Html {
  return shell(
    'Simulador do Mercado Pago',
    html`<header>
        <h1>Simulador do Mercado Pago</h1>
        <p>Dinheiro de mentira: aqui você faz o papel do banco.</p>
      </header>
      <main>
        <div id="lists">${listsFragment(payments, deliveries)}</div>
        <section aria-labelledby="faults-title">
          <h2 id="faults-title">Falhas</h2>
          <div id="faults-box">${faultsForm(faults)}</div>
          ${namesTable()}
        </section>
      </main>
      <script>
        ${raw(PAGE_SCRIPT)};
      </script>`,
  );
}

/** What `ticket_url` opens: the payer's side of one PIX. */
export function ticketPage(payment: Payment): Html {
  const open = payment.status === 'pending' || payment.status === 'cancelled';
  return shell(
    'Pagar com PIX (simulado)',
    html`<header>
        <h1>Pagar com PIX</h1>
        <p>Banco de mentira do simulador.</p>
      </header>
      <main class="ticket">
        <p class="amount">${money.format(payment.amountCents / 100)}</p>
        <p class="status" data-status="${payment.status}">${STATUS_TEXT[payment.status]}</p>
        <img
          src="data:image/png;base64,${payment.pix?.pngBase64 ?? ''}"
          width="260"
          height="260"
          alt="QR Code do PIX"
        />
        <label>PIX copia e cola<textarea readonly rows="4">${payment.pix?.text ?? ''}</textarea></label>
        <div class="actions">
          ${
            open
              ? html`<form method="post" action="/simulator/payments/${payment.id}/approve?back=ticket">
                  <button class="good">
                    ${payment.status === 'pending' ? 'Pagar agora' : 'Pagar mesmo assim'}
                  </button>
                </form>`
              : ''
          }
          <a href="/">Todos os pagamentos</a>
        </div>
      </main>`,
  );
}
