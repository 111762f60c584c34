// Served as `/sdk/js/v2`: stands in for the provider's browser script, as far as the card form of
// @mercadopago/sdk-react needs it. Plain script on purpose: browsers run it as it is. The card number goes to
// this simulator only, and only to become a token.
(() => {
  'use strict';
  // Where it was loaded from, unless a test answers for the provider's own address: then where it is served.
  const origin = new URL(document.currentScript.src).origin;
  const base = origin.endsWith('mercadopago.com') ? '%PUBLIC_URL%' : origin;
  const TEST_NUMBER = '4235 6477 2802 5682';
  const BRANDS = [
    ['debelo', 'Elo Débito', '12501', 'debit_card', /^506776/],
    [
      'elo',
      'Elo',
      '12500',
      'credit_card',
      /^(401178|438935|45(1416|7631)|504175|5067|509\d|627780|636297|636368|650|651|655)/,
    ],
    ['hipercard', 'Hipercard', '12502', 'credit_card', /^(606282|3841)/],
    ['amex', 'American Express', '12503', 'credit_card', /^3[47]/],
    ['debmaster', 'Mastercard Débito', '12504', 'debit_card', /^528733/],
    ['master', 'Mastercard', '24', 'credit_card', /^(503143|503175|5[1-5]|2(2[2-9]|[3-6]\d|7[01]|720))/],
    ['debvisa', 'Visa Débito', '12505', 'debit_card', /^400276/],
    ['visa', 'Visa', '25', 'credit_card', /^4/],
  ];
  const CSS = `
    :host { display: block; font: 16px/1.4 system-ui, sans-serif; color: #22203a; }
    form { display: grid; gap: 14px; grid-template-columns: 1fr 1fr; background: #fff; border: 1px solid #dcd8e4; border-radius: 16px; padding: 18px; }
    h2 { margin: 0; font-size: 1.1rem; } .wide, h2, .note, button, [role=alert] { grid-column: 1 / -1; }
    .note { margin: 0; font-size: .85rem; color: #4b4760; background: #fff4d6; border-radius: 10px; padding: 8px 12px; }
    label { display: grid; gap: 4px; font-size: .9rem; font-weight: 600; align-content: start; min-width: 0; }
    input, select { font: inherit; font-weight: 400; min-height: 48px; width: 100%; box-sizing: border-box; padding: 8px 12px; border: 1.5px solid #8d88a0; border-radius: 10px; background: #fff; color: inherit; }
    [aria-invalid=true] { border-color: #a8261c; } small { color: #a8261c; font-weight: 400; } small:empty { display: none; }
    :focus-visible { outline: 3px solid #0b6bcb; outline-offset: 1px; }
    button { font: inherit; font-weight: 700; min-height: 52px; border: 0; border-radius: 12px; background: #00579f; color: #fff; cursor: pointer; }
    button:disabled { opacity: .6; cursor: progress; } [role=alert] { margin: 0; color: #a8261c; } [role=alert]:empty { display: none; }`;

  const digits = (text) => text.replace(/\D/g, '');
  const brandOf = (number) => BRANDS.find(([, , , , pattern]) => pattern.test(number)) || null;
  const money = (value) =>
    new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(value);
  const luhn = (number) =>
    Array.from(number)
      .reverse()
      .reduce((sum, digit, at) => {
        const value = Number(digit) * (at % 2 ? 2 : 1);
        return sum + (value > 9 ? value - 9 : value);
      }, 0) %
      10 ===
    0;
  const cpf = (number) =>
    /^\d{11}$/.test(number) &&
    !/^(\d)\1+$/.test(number) &&
    [9, 10].every((length) => {
      let sum = 0;
      for (let at = 0; at < length; at += 1) sum += Number(number[at]) * (length + 1 - at);
      return ((sum * 10) % 11) % 10 === Number(number[length]);
    });

  const NAMES = [
    'cardNumber',
    'cardholderName',
    'expirationDate',
    'securityCode',
    'identificationNumber',
    'email',
  ];
  const FIELDS = [
    [
      'cardNumber',
      'Número do cartão',
      'wide',
      { inputmode: 'numeric', autocomplete: 'cc-number', maxlength: 23, placeholder: TEST_NUMBER },
    ],
    [
      'cardholderName',
      'Nome como está no cartão',
      'wide',
      { autocomplete: 'cc-name', maxlength: 100, placeholder: 'APRO' },
    ],
    [
      'expirationDate',
      'Validade (MM/AA)',
      '',
      { inputmode: 'numeric', autocomplete: 'cc-exp', maxlength: 5, placeholder: '11/30' },
    ],
    [
      'securityCode',
      'Código (CVV)',
      '',
      { inputmode: 'numeric', autocomplete: 'cc-csc', maxlength: 4, placeholder: '123' },
    ],
    [
      'identificationNumber',
      'CPF do titular',
      'wide',
      { inputmode: 'numeric', maxlength: 14, placeholder: '123.456.789-09' },
    ],
    [
      'email',
      'E-mail',
      'wide',
      { type: 'email', autocomplete: 'email', maxlength: 254, placeholder: 'voce@exemplo.com' },
    ],
  ];

  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== '') made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  function field([name, label, width, attributes]) {
    const input = element('input', {
      name,
      id: name,
      type: 'text',
      ...attributes,
      'aria-describedby': `${name}-error`,
    });
    return element(
      'label',
      { class: width, for: name },
      label,
      input,
      element('small', { id: `${name}-error` }),
    );
  }

  function problems(values, excludedTypes) {
    const number = digits(values.cardNumber);
    const brand = brandOf(number);
    const [month, year] = values.expirationDate.split('/').map(Number);
    const found = {};
    if (!brand || number.length < 13 || !luhn(number)) found.cardNumber = 'Confira o número do cartão.';
    else if (excludedTypes(brand[3])) found.cardNumber = 'Este tipo de cartão não é aceito aqui.';
    if (!values.cardholderName.trim()) found.cardholderName = 'Escreva o nome que está no cartão.';
    if (!(month >= 1 && month <= 12) || !(Date.UTC(2000 + year, month, 1) > Date.now()))
      found.expirationDate = 'Confira a validade.';
    if (digits(values.securityCode).length !== (brand && brand[0] === 'amex' ? 4 : 3))
      found.securityCode = 'Confira o código.';
    if (!cpf(digits(values.identificationNumber))) found.identificationNumber = 'Confira o CPF.';
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.email)) found.email = 'Confira o e-mail.';
    return found;
  }

  function createCardPayment(publicKey, containerId, settings) {
    const callbacks = settings.callbacks || {};
    const container = document.getElementById(containerId);
    if (!container) {
      const error = {
        type: 'critical',
        cause: 'container_not_found',
        message: `Could not find the Brick container '${containerId}'`,
      };
      callbacks.onError?.(error);
      throw new Error(error.message);
    }
    let amount = Number(settings.initialization && settings.initialization.amount);
    if (!(amount > 0)) {
      callbacks.onError?.({
        type: 'critical',
        cause: 'missing_amount_property',
        message: 'initialization.amount is required',
      });
    }
    const methods = (settings.customization && settings.customization.paymentMethods) || {};
    const visual = (settings.customization && settings.customization.visual) || {};
    const types = methods.types || {};
    const excludedTypes = (type) =>
      types.included ? !types.included.includes(type) : (types.excluded || []).includes(type);

    const host = element('div', {});
    const root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    root.adoptedStyleSheets = [sheet];

    const alert = element('p', { role: 'alert' });
    const installments = element('select', { name: 'installments', id: 'installments' });
    const submit = element(
      'button',
      { type: 'submit' },
      (visual.texts && visual.texts.formSubmit) || 'Pagar',
    );
    const form = element('form', { novalidate: 'novalidate', 'aria-label': 'Cartão de crédito ou débito' });
    if (!visual.hideFormTitle) form.append(element('h2', {}, 'Cartão de crédito ou débito'));
    form.append(
      element(
        'p',
        { class: 'note' },
        'Simulador: nenhum cartão é cobrado. O nome no cartão decide: APRO aprova, FUND recusa por saldo, CONT fica em análise.',
      ),
    );
    form.append(
      ...FIELDS.map(field),
      element('label', { class: 'wide', for: 'installments' }, 'Parcelas', installments),
      alert,
    );
    if (!visual.hidePaymentButton) form.append(submit);
    root.append(form);
    container.replaceChildren(host);

    const input = (name) => form.elements.namedItem(name);
    const payer = (settings.initialization && settings.initialization.payer) || {};
    if (payer.email) input('email').value = payer.email;
    if (payer.identification && payer.identification.number)
      input('identificationNumber').value = payer.identification.number;

    function fillInstallments() {
      const brand = brandOf(digits(input('cardNumber').value));
      const max = brand && brand[3] === 'debit_card' ? 1 : Math.min(methods.maxInstallments || 12, 12);
      const chosen = installments.value;
      const options = [];
      for (let count = Math.min(methods.minInstallments || 1, max); count <= max; count += 1) {
        options.push(element('option', { value: count }, `${count}x de ${money(amount / count)} sem juros`));
      }
      installments.replaceChildren(...options);
      if (options.some((option) => option.value === chosen)) installments.value = chosen;
    }

    let lastBin = '';
    input('cardNumber').addEventListener('input', (event) => {
      event.target.value = digits(event.target.value)
        .slice(0, 19)
        .replace(/(.{4})(?=.)/g, '$1 ');
      const bin = digits(event.target.value).slice(0, 8);
      if (bin.length >= 6 && bin !== lastBin) callbacks.onBinChange?.(bin);
      lastBin = bin;
      fillInstallments();
    });
    input('expirationDate').addEventListener('input', (event) => {
      const typed = digits(event.target.value).slice(0, 4);
      event.target.value = typed.length > 2 ? `${typed.slice(0, 2)}/${typed.slice(2)}` : typed;
    });
    fillInstallments();

    const values = () => Object.fromEntries(NAMES.map((name) => [name, input(name).value]));

    function showProblems(found) {
      for (const name of NAMES) {
        input(name).setAttribute('aria-invalid', String(name in found));
        root.getElementById(`${name}-error`).textContent = found[name] || '';
      }
      const first = NAMES.find((name) => name in found);
      if (first) input(first).focus();
      return Boolean(first);
    }

    async function formData() {
      const typed = values();
      if (showProblems(problems(typed, excludedTypes))) return null;
      const number = digits(typed.cardNumber);
      const [month, year] = typed.expirationDate.split('/').map(Number);
      const identification = { type: 'CPF', number: digits(typed.identificationNumber) };
      const answer = await fetch(`${base}/v1/card_tokens?public_key=${encodeURIComponent(publicKey)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          card_number: number,
          security_code: digits(typed.securityCode),
          expiration_month: month,
          expiration_year: 2000 + year,
          cardholder: { name: typed.cardholderName.trim(), identification },
        }),
      });
      const token = await answer.json();
      if (!answer.ok) throw new Error(token.message || 'card token creation failed');
      const [methodId, , issuerId, typeId] = brandOf(number);
      return {
        data: {
          token: token.id,
          issuer_id: issuerId,
          payment_method_id: methodId,
          transaction_amount: amount,
          installments: Number(installments.value),
          payer: { email: typed.email.trim(), identification },
        },
        additional: {
          bin: number.slice(0, 8),
          lastFourDigits: number.slice(-4),
          cardholderName: typed.cardholderName.trim(),
          paymentTypeId: typeId,
        },
      };
    }

    let additional = null;
    async function read() {
      try {
        const made = await formData();
        if (made) additional = made.additional;
        return made;
      } catch (error) {
        alert.textContent = 'Não deu para falar com o simulador. Tente de novo.';
        callbacks.onError?.({
          type: 'non_critical',
          cause: 'card_token_creation_failed',
          message: String(error.message || error),
        });
        return null;
      }
    }

    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      alert.textContent = '';
      try {
        const made = await read();
        if (made) await callbacks.onSubmit?.(made.data, made.additional);
      } catch {
        // The page's own onSubmit refused: it shows why, and the form is there for another try.
        alert.textContent = 'O pagamento não foi concluído. Confira os dados e tente de novo.';
      } finally {
        submit.disabled = false;
      }
    });

    queueMicrotask(() => callbacks.onReady?.());
    return {
      unmount: () => host.remove(),
      update: (changes) => {
        if (changes && changes.amount > 0) {
          amount = Number(changes.amount);
          fillInstallments();
        }
      },
      getFormData: async () => (await read())?.data ?? null,
      getAdditionalData: async () => additional,
    };
  }

  class MercadoPago {
    #publicKey;
    constructor(publicKey) {
      if (!publicKey) throw new Error('MercadoPago: a public key is required');
      this.#publicKey = publicKey;
    }
    bricks() {
      return {
        isBrickVisible: () => false,
        create: async (name, containerId, settings) => {
          if (name !== 'cardPayment') throw new Error(`The simulator has no '${name}' brick`);
          return createCardPayment(this.#publicKey, containerId, settings || {});
        },
      };
    }
  }
  window.MercadoPago = MercadoPago;
})();
