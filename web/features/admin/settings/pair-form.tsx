// Pairing with the relay by a code: where the site is and what its operator said. Also where a lost store is taken over.
import type { RelayLink } from '@balcao/shared/http/relay-link.ts';
import type { FormEvent } from 'react';
import { call } from '../../../data/request.ts';
import { useDraft } from '../../../data/staff/draft.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { Failed } from '../../../ui/staff/failed.tsx';

export function PairForm({ link, onChange }: { link: RelayLink; onChange: () => Promise<unknown> }) {
  const draft = useDraft({ relayUrl: link.relayUrl ?? '', code: '' });
  const toast = useToast();
  const pair = async () => {
    const paired = await draft.save({
      heading: 'Não deu para ligar ao site',
      clears: true,
      work: (typed) => call('POST /api/staff/relay/pair', { body: typed }),
    });
    if (!paired) return;
    toast({ title: 'Loja ligada ao site', tone: 'success' });
    await onChange();
  };
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void pair();
      }}
      className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4"
    >
      <h3 className="text-lg">Ligar com um código</h3>
      <p className="text-sm">
        Quem cuida do site dá o endereço e um código. O código vale uma vez, por 10 minutos.
      </p>
      <PairFields relayUrl={draft.field('relayUrl')} code={draft.field('code')} />
      <Failed text={draft.failed} />
      <button type="submit" className="btn btn-primary self-start" disabled={draft.busy}>
        {draft.busy ? 'Ligando…' : 'Ligar ao site'}
      </button>
    </form>
  );
}

type Field = { value: string; onValue: (value: string) => void; error: string | undefined };

export function PairFields(props: { relayUrl: Field; code: Field; codeHint?: string }) {
  return (
    <>
      <TextField
        label="Endereço do site"
        inputMode="url"
        autoComplete="off"
        placeholder="https://acai.example.com"
        {...props.relayUrl}
      />
      <TextField
        label="Código de pareamento"
        hint={props.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="ABCDE-12345"
        {...props.code}
      />
    </>
  );
}
