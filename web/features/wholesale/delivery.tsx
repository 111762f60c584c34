// When the buyer wishes to have it, of the days on which the shop delivers.
import { dayWithWeekday } from '@balcao/shared/store/calendar.ts';
import { localTime } from '@balcao/shared/store/business-day.ts';
import { deliveryDays, type WholesaleRules } from '@balcao/shared/wholesale/rules.ts';
import { useTimeZone } from '../../data/staff/times.ts';
import { SelectField } from '../../ui/staff/fields.tsx';

/** Empty where the shop arranges the day itself. */
export const useDeliveryDays = (rules: WholesaleRules): string[] =>
  deliveryDays(rules, localTime(Date.now(), useTimeZone()).date);

type Props = {
  days: readonly string[];
  value: string;
  error: string | null;
  onValue: (date: string) => void;
};

export function WishedDate({ days, value, error, onValue }: Props) {
  return (
    <SelectField
      label="Data de entrega desejada"
      hint="A loja confirma o dia quando ligar."
      error={error}
      value={value}
      options={[['', 'A combinar com a loja'], ...days.map((day) => [day, dayWithWeekday(day)] as const)]}
      onValue={onValue}
    />
  );
}
