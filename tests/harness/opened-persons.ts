// What stands sealed in a relay's database, read with its key: by tests that ask what is still there of a person.
import type { Persons } from '../../cloud/storage/persons/persons.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const SEALED = /v1\.[\w-]{38,}/g;

/** Every sealed value that opens in some order's place. The text names the stores and orders that there are. */
export function openedPersons(persons: Persons, text: string): string[] {
  const ids = [...new Set(text.match(UUID) ?? [])];
  const found: string[] = [];
  for (const sealed of new Set(text.match(SEALED) ?? [])) {
    const person = {
      customerPhone: sealed,
      observations: sealed,
      customerName: sealed,
      customerCpfCnpj: sealed,
      customerAddress: sealed,
    };
    for (const storeId of ids)
      for (const id of ids)
        for (const value of Object.values(persons.open({ storeId, id }, person)))
          if (value) found.push(value);
  }
  return found;
}
