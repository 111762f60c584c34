// Addresses that lead out of the app: a conversation with the shop, and a map.
import { expect, it } from 'vitest';
import { mapUrl } from './map-url.ts';
import { whatsappAbout } from './whatsapp.ts';

it('a conversation begins with the text, whatever the shop’s link has already', () => {
  expect(whatsappAbout('https://wa.me/5511987654321', 'Pedido 7K2MQ-9XWTB & cia')).toBe(
    'https://wa.me/5511987654321?text=Pedido+7K2MQ-9XWTB+%26+cia',
  );
  expect(whatsappAbout('https://api.whatsapp.com/send?phone=55&text=oi', 'x')).toBe(
    'https://api.whatsapp.com/send?phone=55&text=x',
  );
});

it.each(['', 'wa.me/5511987654321', '/whatsapp', 'javascript:alert(1)//https://wa.me', 'https://'])(
  'there is none where the shop’s link is “%s”',
  (base) => {
    expect(whatsappAbout(base, 'x')).toBeNull();
  },
);

it('a map is of the whole address', () => {
  expect(mapUrl('Rua A & B, 10 #2')).toBe(
    'https://www.google.com/maps/search/?api=1&query=Rua%20A%20%26%20B%2C%2010%20%232',
  );
});
