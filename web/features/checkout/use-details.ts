// What is typed in 'Seus Dados': kept on the device as it is typed, and what is wrong with it.
import type { ConsumptionType } from '@balcao/shared/order/order.ts';
import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../../data/device.ts';
import { phoneAsTyped } from '../../ui/phone-field.ts';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { complaintOf, missingIn, type Field } from './details.ts';

/** The store takes 500, the line with the name among them. */
export const OBSERVATIONS_MAX = 450;

function useKept<T extends string | null>(key: string, read: (text: string) => T) {
  const kept = useState(() => read(readStored(key) ?? ''));
  const [value] = kept;
  useEffect(() => {
    if (value !== null) writeStored(key, value);
  }, [key, value]);
  return kept;
}

export type Details = ReturnType<typeof useBuyerDetails>;

export function useBuyerDetails() {
  const [phone, setPhone] = useKept('phone', phoneAsTyped);
  const [type, setType] = useKept<ConsumptionType | null>('consumptionType', (text) =>
    text === 'local' || text === 'takeaway' ? text : null,
  );
  const [name, setName] = useKept('customerName', String);
  const [observations, setObservations] = useKept('observations', (text) => text.slice(0, OBSERVATIONS_MAX));
  const [wrong, setWrong] = useState<Field | null>(null);
  const failure = useFailureToast();
  /** Neither beside the field nor in red above the page is said what is being mended. */
  const mend = (field: Field) => {
    if (wrong !== field) return;
    setWrong(null);
    failure.clear();
  };

  return {
    phone,
    type,
    name,
    observations,
    wrong,
    setName,
    setObservations,
    setPhone: (text: string) => {
      setPhone(phoneAsTyped(text));
      mend('phone');
    },
    setType: (chosen: ConsumptionType) => {
      setType(chosen);
      mend('type');
    },
    /** Says what is missing, and goes to it; where it is eaten when nothing is. */
    check: (): ConsumptionType | null => {
      const missing = missingIn(phone, type);
      setWrong(missing);
      if (missing === null) return type;
      failure.tell(complaintOf(missing, phone));
      document.getElementById(missing === 'phone' ? 'telefone' : 'tipo-local')?.focus();
      return null;
    },
  };
}
