// The checks of a machine, each with what to do: on the administrator's page, and for who helps from afar.
import type { Check } from '@balcao/shared/http/diagnostics.ts';

const LOOKS = {
  ok: { glyph: '✔', tone: 'border-success', word: 'tudo certo' },
  warn: { glyph: '▲', tone: 'border-warning', word: 'atenção' },
  bad: { glyph: '‼', tone: 'border-error', word: 'com problema' },
  off: { glyph: '–', tone: 'border-base-300', word: 'desligado' },
} as const;

export function CheckList({ checks }: { checks: readonly Check[] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
      {checks.map((check) => {
        const { glyph, tone, word } = LOOKS[check.state];
        return (
          <li key={check.id} className={`rounded-2xl border-l-8 bg-base-100 p-4 ${tone}`}>
            <p className="font-bold">
              <span aria-hidden>{glyph}</span> {check.name}: {word}
            </p>
            <p className="text-sm wrap-anywhere">{check.text}</p>
          </li>
        );
      })}
    </ul>
  );
}
