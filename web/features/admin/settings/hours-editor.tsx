// When customers may order: up to four intervals a day, and days that differ.
import type { Interval, OpeningHours } from '@balcao/shared/menu/menu.ts';
import { Copy, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '../../../ui/staff/fields.tsx';

const DAYS = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'];
const INTERVALS_MAX = 4;

export function HoursEditor({
  hours,
  onChange,
}: {
  hours: OpeningHours;
  onChange: (hours: OpeningHours) => void;
}) {
  const [date, setDate] = useState('');
  const setDay = (day: number, intervals: Interval[]) =>
    onChange({ ...hours, weekly: hours.weekly.map((before, index) => (index === day ? intervals : before)) });
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-lg font-bold">Quando o site recebe pedidos</legend>
      {DAYS.map((name, day) => (
        <Day
          key={name}
          name={name}
          intervals={hours.weekly[day] ?? []}
          onChange={(intervals) => setDay(day, intervals)}
          onCopy={() => onChange({ ...hours, weekly: DAYS.map(() => [...(hours.weekly[day] ?? [])]) })}
        />
      ))}
      <p className="mt-3 font-semibold">Feriados e dias diferentes</p>
      {hours.holidays.map((holiday) => (
        <Day
          key={holiday.date}
          name={holiday.date.split('-').reverse().join('/')}
          intervals={holiday.intervals}
          onChange={(intervals) =>
            onChange({
              ...hours,
              holidays: hours.holidays.map((one) =>
                one.date === holiday.date ? { ...one, intervals } : one,
              ),
            })
          }
          onRemove={() =>
            onChange({ ...hours, holidays: hours.holidays.filter((one) => one.date !== holiday.date) })
          }
        />
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <TextField label="Dia" type="date" className="w-[11rem] max-w-full" value={date} onValue={setDate} />
        <button
          type="button"
          className="btn"
          disabled={
            date === '' || hours.holidays.some((one) => one.date === date) || hours.holidays.length >= 60
          }
          onClick={() => {
            onChange({
              ...hours,
              holidays: [...hours.holidays, { date, intervals: [] }].sort((a, b) =>
                a.date.localeCompare(b.date),
              ),
            });
            setDate('');
          }}
        >
          <Plus aria-hidden className="size-4" /> Acrescentar dia
        </button>
      </div>
    </fieldset>
  );
}

type DayProps = {
  name: string;
  intervals: readonly Interval[];
  onChange: (intervals: Interval[]) => void;
  onRemove?: () => void;
  /** Gives its hours to every day of the week. */
  onCopy?: () => void;
};

function Day({ name, intervals, onChange, onRemove, onCopy }: DayProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="min-w-24 font-semibold">{name}</span>
      {intervals.length === 0 && <span className="text-sm">Fechado</span>}
      {intervals.map((interval, index) => {
        const set = (fields: Partial<Interval>) =>
          onChange(intervals.map((one, at) => (at === index ? { ...one, ...fields } : one)));
        const which = index === 0 ? name : `${name}, ${index + 1}º horário`;
        return (
          <span key={index} className="flex flex-wrap items-center gap-1">
            <input
              type="time"
              className="input input-sm min-h-9 w-28"
              aria-label={`${which}: abre`}
              value={interval.opens}
              onChange={(event) => event.target.value !== '' && set({ opens: event.target.value })}
            />
            às
            <input
              type="time"
              className="input input-sm min-h-9 w-28"
              aria-label={`${which}: fecha`}
              value={interval.closes}
              onChange={(event) => event.target.value !== '' && set({ closes: event.target.value })}
            />
            <button
              type="button"
              className="btn btn-ghost btn-sm btn-circle"
              aria-label={`${which}: tirar este horário`}
              onClick={() => onChange(intervals.filter((_, at) => at !== index))}
            >
              <X aria-hidden className="size-4" />
            </button>
          </span>
        );
      })}
      {intervals.length < INTERVALS_MAX && (
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9"
          aria-label={`${name}: mais um horário`}
          onClick={() => onChange([...intervals, { opens: '10:00', closes: '22:00' }])}
        >
          <Plus aria-hidden className="size-4" /> Horário
        </button>
      )}
      {onCopy && (
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9"
          aria-label={`${name}: copiar para todos os dias`}
          onClick={onCopy}
        >
          <Copy aria-hidden className="size-4" /> Copiar para todos os dias
        </button>
      )}
      {onRemove && (
        <button
          type="button"
          className="btn btn-ghost btn-sm min-h-9"
          aria-label={`${name}: tirar o dia`}
          onClick={onRemove}
        >
          Tirar o dia
        </button>
      )}
    </div>
  );
}
