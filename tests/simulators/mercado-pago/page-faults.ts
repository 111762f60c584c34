// The faults as the simulator's page asks for them: each has a control, named as in its schema.
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Faults } from './faults.ts';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const number = (name: string, label: string, value: number): Html =>
  html`<label
    >${label}<input type="number" inputmode="numeric" min="0" max="600000" name="${name}" value="${value}"
  /></label>`;

function option(value: string, label: string, current: string | number): Html {
  return html`<option value="${value}" ${String(current) === value ? raw('selected') : ''}>${label}</option>`;
}

const choice = (name: string, label: string, value: boolean, [no, yes]: [string, string]): Html =>
  html`<label
    >${label}<select name="${name}">
      ${option('false', no, String(value))} ${option('true', yes, String(value))}
    </select></label
  >`;

/** What the account and the Orders API say no to, and what becomes of refunds. */
function ordersFields(faults: Readonly<Faults>): Html {
  return html`<fieldset>
      <legend>Conta e API de Orders</legend>
      ${number('refuseCreates.count', 'Recusar as próximas N cobranças', faults.refuseCreates.count)}
      <label
        >… porque
        <select name="refuseCreates.reason">
          ${option('no-pix-key', 'a conta não tem chave PIX (13253)', faults.refuseCreates.reason)}
          ${option('payer-is-collector', 'quem paga é quem recebe (4390)', faults.refuseCreates.reason)}
          ${option('not-for-charging', 'a aplicação não cobra (código 7)', faults.refuseCreates.reason)}
          ${option('payer-nil', 'o pagador não serve', faults.refuseCreates.reason)}
          ${option('test-token', 'é um token TEST-', faults.refuseCreates.reason)}
          ${option('lasting-500', 'erro 500 que não passa', faults.refuseCreates.reason)}
        </select>
      </label>
      ${number('ordersNotYet', 'Responder 422 e 409 (ainda não)', faults.ordersNotYet)}
      ${number('createsWithoutCode', 'PIX sem código', faults.createsWithoutCode)}
      ${choice('pixInactive', 'PIX da conta', faults.pixInactive, ['ativo', 'desligado'])}
      ${choice('orderSignaturesInvalid', 'Assinatura dos avisos de orders', faults.orderSignaturesInvalid, ['certa', 'errada'])}
      ${choice('terminalsKeepOrders', 'Maquininha', faults.terminalsKeepOrders, ['larga a cobrança', 'só cancela nela mesma'])}
    </fieldset>
    <fieldset>
      <legend>Devoluções: as próximas N</legend>
      ${number('inProcessRefunds', 'Demorar', faults.inProcessRefunds)}
      ${number('refundsWithoutBalance', 'Recusar por falta de saldo', faults.refundsWithoutBalance)}
      ${number('loseRefundAnswers', 'Devolver e responder 500', faults.loseRefundAnswers)}
      ${number('denyKnownRefundKeys', 'Negar a chave repetida (2032)', faults.denyKnownRefundKeys)}
    </fieldset>`;
}

/** Every fault with its control, as it stands. */
export function faultsForm(faults: Readonly<Faults>): Html {
  return html`<form id="faults" class="faults" aria-labelledby="faults-title">
    <fieldset>
      <legend>Avisos: nos próximos N</legend>
      ${number('loseWebhooks', 'Perder', faults.loseWebhooks)}
      ${number('duplicateWebhooks', 'Duplicar', faults.duplicateWebhooks)}
      ${number('reorderWebhooks', 'Inverter a ordem', faults.reorderWebhooks)}
      ${number('unsignedWebhooks', 'Sem assinatura', faults.unsignedWebhooks)}
      ${number('wrongSignatureWebhooks', 'Assinatura errada', faults.wrongSignatureWebhooks)}
      ${number('millisecondWebhooks', 'ts em milissegundos', faults.millisecondWebhooks)}
      ${number('delayWebhooks.count', 'Atrasar', faults.delayWebhooks.count)}
      ${number('delayWebhooks.delayMs', '… por (ms)', faults.delayWebhooks.delayMs)}
    </fieldset>
    <fieldset>
      <legend>Chamadas: nas próximas N</legend>
      ${number('hangCreates.count', 'Criar e não responder', faults.hangCreates.count)}
      ${number('failCreatesAfterStoring', 'Criar e responder 500', faults.failCreatesAfterStoring)}
      ${number('failRequests.count', 'Recusar', faults.failRequests.count)}
      <label
        >… com
        <select name="failRequests.status">
          ${option('429', '429', faults.failRequests.status)}
          ${option('500', '500', faults.failRequests.status)}
          ${option('502', '502', faults.failRequests.status)}
          ${option('503', '503', faults.failRequests.status)}
        </select>
      </label>
      ${number('tamperFetches.count', 'Mentir na consulta', faults.tamperFetches.count)}
      <label
        >… sobre
        <select name="tamperFetches.field">
          ${option('amount', 'o valor', faults.tamperFetches.field)}
          ${option('currency', 'a moeda', faults.tamperFetches.field)}
          ${option('payee', 'o recebedor', faults.tamperFetches.field)}
          ${option('reference', 'a referência', faults.tamperFetches.field)}
          ${option('no-currency', 'a moeda (falta)', faults.tamperFetches.field)}
          ${option('no-payee', 'o recebedor (falta)', faults.tamperFetches.field)}
        </select>
      </label>
      ${number('searchLagMs', 'Busca atrasada (ms)', faults.searchLagMs)}
    </fieldset>
    ${ordersFields(faults)}
    <p class="buttons">
      <button class="good" type="submit">Aplicar falhas</button>
      <button class="plain" type="reset" id="clear">Limpar tudo</button>
      <span id="faults-said" role="status"></span>
    </p>
  </form>`;
}
