// Who changed what, when, and from where.
import type { AuditSubject } from '@balcao/shared/http/audit.ts';
import { useState } from 'react';
import { SelectField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useTimes } from '../../../data/staff/times.ts';
import { useLoaded } from '../../../data/staff/resource.ts';

const SUBJECTS: Record<AuditSubject, string> = {
  order: 'Pedidos',
  menu: 'Cardápio',
  settings: 'Configurações',
  user: 'Usuários',
  cash: 'Caixa',
  printer: 'Impressoras',
  privacy: 'Privacidade',
  access: 'Acessos',
};
const PLACES = { lan: 'na loja', relay: 'pela internet', store: 'a própria loja' } as const;

export function AuditPanel() {
  const { shortDateTime } = useTimes();
  const [subject, setSubject] = useState('');
  /** The last id of each page before this one. */
  const [trail, setTrail] = useState<number[]>([]);
  const before = trail.at(-1);
  const page = useLoaded('GET /api/staff/audit', {
    query: {
      ...(subject === '' ? {} : { subject }),
      ...(before === undefined ? {} : { before: String(before) }),
    },
  });
  const rows = page.value?.rows ?? [];
  const last = rows.at(-1);
  return (
    <section className="flex flex-col gap-3">
      <SelectField
        label="Assunto"
        className="w-56"
        value={subject}
        options={[['', 'Tudo'], ...Object.entries(SUBJECTS)]}
        onValue={(value) => {
          setSubject(value);
          setTrail([]);
        }}
      />
      <Loaded of={page}>
        {(value) =>
          rows.length === 0 ? (
            <p className="rounded-2xl bg-base-100 p-6">Nenhuma mudança registrada aqui ainda.</p>
          ) : (
            <>
              <div className="overflow-x-auto rounded-2xl bg-base-100">
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">Quando</th>
                      <th scope="col">Quem</th>
                      <th scope="col">De onde</th>
                      <th scope="col">Assunto</th>
                      <th scope="col">O quê</th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.id}>
                        <td className="whitespace-nowrap">{shortDateTime(row.atMs)}</td>
                        <td>{row.userName ?? '–'}</td>
                        <td>{PLACES[row.from]}</td>
                        <td>{SUBJECTS[row.subject]}</td>
                        <td>{row.text}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <div className="flex justify-end gap-2">
                <button
                  type="button"
                  className="btn btn-outline"
                  disabled={trail.length === 0}
                  onClick={() => setTrail(trail.slice(0, -1))}
                >
                  Mais novas
                </button>
                <button
                  type="button"
                  className="btn btn-outline"
                  disabled={!value.more || !last}
                  onClick={() => last && setTrail([...trail, last.id])}
                >
                  Mais antigas
                </button>
              </div>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
