// Who goes through the rehearsal against the simulated provider: pays, gives back by the panel, and stands at the terminal.
import type { MercadoPagoSimulator } from '../simulators/mercado-pago/simulator.ts';

/** What the person types to each text of the rehearsal. `card`: the token and the brand. */
export function simulatedPerson({ control }: MercadoPagoSimulator, card: string): (text: string) => string {
  return (text) => {
    const id = /pagamento (\w+)/.exec(text)?.[1] ?? '';
    if (text.startsWith('Pague')) control.approve(id);
    if (text.startsWith('Devolva')) control.refundByHand(id);
    const sent = /cobrança (\w+)/.exec(text)?.[1] ?? '';
    if (text.startsWith('Veja') || text.startsWith('Espere')) control.atTerminal(sent, 'shows');
    if (text.startsWith('Passe')) control.approve(sent, 'debmaster');
    if (text.startsWith('Maquininha')) return '1';
    return text.startsWith('Cartão') ? card : '';
  };
}
