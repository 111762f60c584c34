// A card as the provider's script in the browser hands it over: the number goes to the provider alone, and a token comes back.
import { DEMO_PUBLIC_KEY } from '../simulators/mercado-pago/demo-credentials.ts';

/** The holder's name says what becomes of the payment. */
export async function makeCardToken(
  simulatorUrl: string,
  holder = 'APRO',
  number = '5031433215406351',
): Promise<string> {
  const made = await fetch(`${simulatorUrl}/v1/card_tokens?public_key=${DEMO_PUBLIC_KEY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      card_number: number,
      security_code: '123',
      expiration_month: 11,
      expiration_year: 2030,
      cardholder: { name: holder },
    }),
  });
  return ((await made.json()) as { id: string }).id;
}
