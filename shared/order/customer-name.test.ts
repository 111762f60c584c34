import { describe, expect, it } from 'vitest';
import { firstNameOf, readCustomerName, withCustomerName } from './customer-name.ts';

describe("the customer's name in the observations", () => {
  it.each([
    ['Ana', '', 'Cliente: Ana'],
    ['Ana', 'sem gelo\nsem canudo', 'Cliente: Ana\nsem gelo\nsem canudo'],
    ['Bia', 'Cliente: Ana\nsem gelo', 'Cliente: Bia\nsem gelo'],
    ['', 'Cliente: Ana\nsem gelo', 'sem gelo'],
    [' ', 'sem gelo', 'sem gelo'],
    ['Ana\nBia', '', 'Cliente: Ana Bia'],
    ['Ana\nBia\nCaio', '', 'Cliente: Ana Bia Caio'],
    ['Bia', 'Cliente: Ana\nsem gelo\nsem canudo', 'Cliente: Bia\nsem gelo\nsem canudo'],
  ])('%j before %j is %j', (name, before, after) => {
    expect(withCustomerName(name, before)).toBe(after);
  });

  it('is read back, and is not looked for anywhere else', () => {
    expect(readCustomerName('Cliente: Ana\nsem gelo')).toEqual({ name: 'Ana', rest: 'sem gelo' });
    expect(readCustomerName('Cliente: Ana')).toEqual({ name: 'Ana', rest: '' });
    expect(readCustomerName('sem gelo\nCliente: Ana')).toEqual({ name: '', rest: 'sem gelo\nCliente: Ana' });
    expect(readCustomerName('')).toEqual({ name: '', rest: '' });
  });

  it.each([
    ['Cliente: Ana Beatriz Souza\nsem gelo', 'Ana'],
    ['Cliente:   Ana ', 'Ana'],
    ['sem gelo', ''],
    ['', ''],
  ])('of %j “%s” is called across the room', (observations, name) => {
    expect(firstNameOf(observations)).toBe(name);
  });

  it('is of thirty characters, and of no more', () => {
    const name = 'a'.repeat(30);
    expect(readCustomerName(withCustomerName(name, 'x'))).toEqual({ name, rest: 'x' });
    expect(readCustomerName(withCustomerName(`${name}b`, 'x'))).toEqual({ name, rest: 'x' });
    expect(readCustomerName(`Cliente: ${name}b`).name).toBe(name);
  });
});
