// The fields of 'Seus Dados'.
import { CUSTOMER_NAME_MAX } from '@balcao/shared/order/customer-name.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { complaintOf } from './details.ts';
import { CHECKOUT_TEXTS } from './texts.ts';
import { OBSERVATIONS_MAX, type Details } from './use-details.ts';

const TYPES = [
  ['local', 'Comer aqui', 'store', 'na loja'],
  ['takeaway', 'Levar', 'shopping-bag', 'você retira no balcão'],
] as const;

type Props = { details: Details };

export function DetailsFields({ details }: Props) {
  return (
    <div className="flex flex-col gap-5 rounded-3xl bg-base-100 p-5">
      <PhoneField details={details} />
      <TypeField details={details} />
      <Labelled id="nome" label="Nome para chamar" optional>
        <input
          id="nome"
          autoComplete="name"
          aria-describedby="nome-onde"
          maxLength={CUSTOMER_NAME_MAX}
          value={details.name}
          onChange={(event) => details.setName(event.target.value)}
          className="input mt-1 w-full text-base"
        />
        <small id="nome-onde">Pode aparecer no painel da loja.</small>
      </Labelled>
      <Labelled id="observacoes" label="Observações" optional>
        <textarea
          id="observacoes"
          rows={2}
          maxLength={OBSERVATIONS_MAX}
          placeholder="Ex.: sem canudo, por favor"
          value={details.observations}
          onChange={(event) => details.setObservations(event.target.value)}
          className="textarea mt-1 w-full text-base"
        />
      </Labelled>
    </div>
  );
}

type LabelledProps = { id: string; label: string; optional?: boolean; children: ReactNode };

function Labelled({ id, label, optional, children }: LabelledProps) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {label}
        {optional && <span className="font-normal text-base-content/75"> (opcional)</span>}
      </label>
      {children}
    </div>
  );
}

function PhoneField({ details: { phone, setPhone, wrong } }: Props) {
  return (
    <Labelled id="telefone" label="Telefone (WhatsApp)">
      <input
        id="telefone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(91) 99999-8888"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        aria-required
        aria-invalid={wrong === 'phone'}
        aria-describedby="telefone-ajuda"
        className="input input-lg numbers mt-1 w-full px-3 text-[min(1.25rem,7vw)] aria-invalid:input-error"
      />
      <p id="telefone-ajuda" className="mt-1 text-sm text-base-content/75">
        {wrong === 'phone' ? (
          <span className="font-semibold text-error">{complaintOf(wrong, phone).text}</span>
        ) : (
          <>
            Para você acompanhar o pedido.{' '}
            <Link to="/privacidade" className="underline underline-offset-2">
              Como cuidamos dos seus dados
            </Link>
          </>
        )}
      </p>
    </Labelled>
  );
}

function TypeField({ details: { type, setType, wrong } }: Props) {
  return (
    <fieldset>
      <legend className="font-semibold">Como vai ser?</legend>
      <div className="mt-1 flex flex-wrap gap-3">
        {TYPES.map(([value, label, icon, where]) => (
          <label
            key={value}
            className={`flex min-h-20 flex-1 basis-[7rem] cursor-pointer flex-col items-center justify-center gap-1 rounded-2xl border-2 p-2 font-semibold transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary ${
              type === value ? 'border-primary bg-primary/8' : 'border-base-300 hover:border-primary'
            }`}
          >
            <input
              id={`tipo-${value}`}
              type="radio"
              name="consumo"
              value={value}
              checked={type === value}
              onChange={() => setType(value)}
              className="sr-only"
            />
            <Icon name={icon} className="size-6" />
            <span className="text-center leading-tight">
              <span>{label}</span> <span className="block text-sm font-normal">{where}</span>
            </span>
          </label>
        ))}
      </div>
      {wrong === 'type' && (
        <p className="mt-1 text-sm font-semibold text-error">{CHECKOUT_TEXTS.typeMissing.title}</p>
      )}
    </fieldset>
  );
}
