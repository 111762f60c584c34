// Pairing with the relay by a code: where the site is and what its operator said. Also where a lost store is taken over.
import type { RelayLink } from '@balcao/shared/http/relay-link.ts';
import { useState, type FormEvent } from 'react';
import { ApiError, request } from '../../../data/request.ts';
import { useAction } from '../../../data/staff/action.ts';
import { TextField } from '../../../ui/staff/fields.tsx';
import { useToast } from '../../../ui/toast.tsx';

type FieldErrors = { relayUrl?: string | undefined; code?: string | undefined };

export function PairForm({ link, onChange }: { link: RelayLink; onChange: () => Promise<unknown> }) {
  const [relayUrl, setRelayUrl] = useState(link.relayUrl ?? '');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const action = useAction();
  const toast = useToast();
  const pair = (event: FormEvent) => {
    event.preventDefault();
    setErrors({});
    void action
      .run('Não deu para ligar ao site', async () => {
        try {
          await request('/api/staff/relay/pair', { body: { relayUrl, code } });
        } catch (error) {
          if (error instanceof ApiError)
            setErrors(
              Object.fromEntries((error.problem.errors ?? []).map((one) => [one.field, one.message])),
            );
          throw error;
        }
      })
      .then(async (done) => {
        if (!done) return;
        setCode('');
        toast({ title: 'Loja ligada ao site', tone: 'success' });
        await onChange();
      });
  };
  return (
    <form noValidate onSubmit={pair} className="flex flex-col gap-3 rounded-2xl bg-base-100 p-4">
      <h3 className="text-lg">Ligar com um código</h3>
      <p className="text-sm">
        Quem cuida do site dá o endereço e um código. O código vale uma vez, por 10 minutos.
      </p>
      <PairFields relayUrl={relayUrl} onRelayUrl={setRelayUrl} code={code} onCode={setCode} errors={errors} />
      <button type="submit" className="btn btn-primary self-start" disabled={action.busy}>
        {action.busy ? 'Ligando…' : 'Ligar ao site'}
      </button>
    </form>
  );
}

export function PairFields({
  relayUrl,
  onRelayUrl,
  code,
  onCode,
  codeHint,
  errors,
}: {
  relayUrl: string;
  onRelayUrl: (url: string) => void;
  code: string;
  onCode: (code: string) => void;
  codeHint?: string;
  errors: FieldErrors;
}) {
  return (
    <>
      <TextField
        label="Endereço do site"
        inputMode="url"
        autoComplete="off"
        placeholder="https://acai.example.com"
        value={relayUrl}
        onValue={onRelayUrl}
        error={errors.relayUrl}
      />
      <TextField
        label="Código de pareamento"
        hint={codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        placeholder="ABCDE-12345"
        value={code}
        onValue={onCode}
        error={errors.code}
      />
    </>
  );
}
