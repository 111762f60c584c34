// Form fields with their label, hint and error, for staff screens.
import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import { breakAfterSlashes } from '../break-after-slashes.tsx';

type Shared = { label: string; hint?: ReactNode; error?: string | null | undefined; className?: string };

type TextProps = Shared & { value: string; onValue: (value: string) => void } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'value' | 'onChange' | 'className'
  >;

export function TextField({ label, hint, error, className = '', onValue, ...input }: TextProps) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      className={className}
      required={input.required === true}
    >
      <input
        {...input}
        id={id}
        className={`input w-full ${input.type === 'tel' ? 'text-[min(1rem,7vw)]' : ''} ${error ? 'input-error' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

export function AreaField({
  label,
  hint,
  error,
  className = '',
  onValue,
  ...input
}: Shared & { value: string; onValue: (value: string) => void } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    'value' | 'onChange' | 'className'
  >) {
  const id = useId();
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      className={className}
      required={input.required === true}
    >
      <textarea
        rows={3}
        {...input}
        id={id}
        className={`textarea w-full ${error ? 'textarea-error' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  );
}

type Option = readonly [value: string, label: string];

export function SelectField({
  label,
  hint,
  error,
  className = '',
  value,
  options,
  onValue,
  required = false,
  disabled = false,
}: Shared & {
  value: string;
  options: readonly Option[];
  required?: boolean;
  onValue: (value: string) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className} required={required}>
      <select
        id={id}
        value={value}
        required={required}
        disabled={disabled}
        className={`select w-full ${error ? 'select-error' : ''}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        onChange={(event) => onValue(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function SwitchField({
  label,
  hint,
  checked,
  onChecked,
  disabled = false,
}: {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  disabled?: boolean;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <input
        id={id}
        type="checkbox"
        role="switch"
        className="toggle toggle-primary"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChecked(event.target.checked)}
      />
      <div>
        <label htmlFor={id} className="cursor-pointer font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm opacity-80">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

function Field({
  id,
  label,
  hint,
  error,
  className = '',
  required = false,
  children,
}: Shared & { id: string; required?: boolean; children: ReactNode }) {
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {breakAfterSlashes(label)}
        {required && <span aria-hidden> *</span>}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm opacity-80">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-error">
          {breakAfterSlashes(error)}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, hint: ReactNode, error: string | null | undefined): string | undefined =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined;
