// The copy that lies outside the machine, at the site: of when it is, and when it was last brought back to see whether it still opens.
import type { Backups } from '@balcao/shared/http/backups.ts';
import { useTimeZone } from '../../../data/staff/times.ts';
import { dayText, momentText } from './days.ts';

export function SiteCopy({
  site,
  rehearsals,
  nowMs,
}: {
  site: NonNullable<Backups['site']>;
  rehearsals: Backups['rehearsals'];
  nowMs: number;
}) {
  const timeZone = useTimeZone();
  const rehearsed = rehearsals.find(({ place, failure }) => place === 'site' && failure === null);
  return (
    <section className="flex flex-col gap-1 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">Cópia no site</h3>
      <p className="font-semibold">
        {site.atMs === null
          ? 'Nenhuma cópia chegou ao site ainda.'
          : `Última cópia fora: ${momentText(site.atMs, nowMs, timeZone)}, ${rehearsed === undefined ? 'ainda não ensaiada' : `ensaiada ${dayText(rehearsed.atMs, nowMs, timeZone)}`}.`}
      </p>
      {site.failure !== null && (
        <p role="alert" className="font-semibold text-error">
          {site.failure}
        </p>
      )}
      <p className="text-sm">
        Vai sozinha e fechada: o site guarda as duas últimas e não consegue abri-las. Só a folha de
        recuperação abre.
      </p>
    </section>
  );
}
