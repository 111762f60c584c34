// When something that ran out is back.
import { describe, expect, it } from 'vitest';
import { soldOutText, soldOutUntil } from './sold-out.ts';

const ZONE = 'America/Sao_Paulo';
const at = (text: string) => Date.parse(`${text}-03:00`);

describe("'Acabou' with an end", () => {
  it('lasts today until the business day turns at four in the morning, also after midnight', () => {
    expect(soldOutUntil('today', at('2026-11-21T18:30:20'), ZONE)).toBe(at('2026-11-22T04:00:00'));
    expect(soldOutUntil('today', at('2026-11-22T01:00:00'), ZONE)).toBe(at('2026-11-22T04:00:00'));
  });

  it('lasts the whole day that begins with the minute in which it is said', () => {
    for (const second of ['00', '59'])
      expect(soldOutUntil('today', at(`2026-11-22T04:00:${second}`), ZONE)).toBe(at('2026-11-23T04:00:00'));
  });

  it('lasts two hours from now', () => {
    const now = at('2026-11-21T18:30:20');
    expect(soldOutUntil('two-hours', now, ZONE)).toBe(at('2026-11-21T20:30:20'));
  });

  it('is told in the time of the shop, wherever the screen stands', () => {
    const entry = { active: true, soldOutUntilMs: at('2026-11-22T04:00:00') };
    expect(soldOutText(entry, at('2026-11-21T18:00:00'), ZONE)).toBe('Acabou até 04:00');
    expect(soldOutText(entry, at('2026-11-22T04:00:00'), ZONE)).toBeNull();
  });

  it('is told with its day from a whole day before on: the hour alone would be taken for the next one', () => {
    const entry = { active: true, soldOutUntilMs: at('2026-11-23T04:00:00') };
    expect(soldOutText(entry, at('2026-11-22T04:00:01'), ZONE)).toBe('Acabou até 04:00');
    expect(soldOutText(entry, at('2026-11-22T04:00:00'), ZONE)).toBe('Acabou até 23/11, 04:00');
  });

  it('lasts until somebody says otherwise', () => {
    const entry = { active: true, soldOutUntilMs: soldOutUntil('open', at('2026-11-21T18:00:00'), ZONE) };
    expect(soldOutText(entry, at('2027-11-21T18:00:00'), ZONE)).toBe('Acabou até avisar');
  });
});
