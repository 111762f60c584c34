import { expect, it } from 'vitest';
import { readTaxId } from './tax-id.ts';

it.each([
  ['529.982.247-25', '52998224725'],
  [' 52998224725 ', '52998224725'],
  ['11.222.333/0001-81', '11222333000181'],
  ['12.ABC.345/01DE-35', '12ABC34501DE35'],
  ['12abc34501de35', '12ABC34501DE35'],
  ['529.982.247-26', null],
  ['111.111.111-11', null],
  ['11.222.333/0001-82', null],
  ['12.ABC.345/01DE-36', null],
  ['5299822472', null],
  ['52998224725 e mais', null],
])('[A10] %j is read as %j', (text, plain) => expect(readTaxId(text)).toBe(plain));
