// A test PIX: a real order of the smallest thing on the menu, paid by the owner's own bank, and given back.
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatCents } from '@balcao/shared/money.ts';
import { useAction } from '../../../data/staff/action.ts';
import { useCatalog } from '../../../data/staff/menu/catalog.ts';
import { QrCode } from '../../../ui/staff/qr-code.tsx';
import { useFailureToast } from '../../../ui/failure-toast.ts';
import { useToast } from '../../../ui/toast.tsx';
import { Done, StepFrame } from './step-frame.tsx';
import { FIRST_RUN_PATH, stateOf, type Progress } from './steps.ts';
import {
  cancelTest,
  findCheapest,
  orderTest,
  readTest,
  refundTest,
  type Choice,
  type TestPix,
} from './test-order.ts';

const LOOK_MS = 2_000;

export function PixStep({ progress }: { progress: Progress }) {
  const catalog = useCatalog();
  const [test, setTest] = useState<TestPix | null>(null);
  const action = useAction();
  const { value, reload } = progress;
  const done = stateOf(value, 'pix') === 'done';
  const choice = catalog.value === null ? null : findCheapest(catalog.value, Date.now());
  const hasAccount = stateOf(value, 'account') === 'done';
  const ready = hasAccount && choice !== null;
  const begin = (wanted: Choice) =>
    void action.run('O PIX de teste não foi criado', async () => setTest(await orderTest(wanted)));
  return (
    <StepFrame
      screen="pix"
      progress={progress}
      title="Um PIX de verdade"
      lead="Pague um pedido pequeno com o seu banco e veja o dinheiro chegar, a comanda sair e o valor voltar."
      {...(ready && test === null && !done
        ? {
            action: (
              <button
                type="button"
                className="btn btn-primary btn-lg sm:flex-1"
                disabled={action.busy}
                onClick={() => begin(choice)}
              >
                {action.busy && <span className="loading loading-spinner" aria-hidden />}
                {action.busy ? 'Criando o PIX…' : 'Criar o PIX de teste'}
              </button>
            ),
          }
        : {})}
    >
      {test === null ? (
        <BeforeTest choice={choice} hasAccount={hasAccount} />
      ) : (
        <Waiting test={test} onPaid={reload} onEnd={() => setTest(null)} paid={done} />
      )}
      {done && test === null && <Done>Um PIX já foi pago nesta loja.</Done>}
      {action.failed !== null && (
        <p role="alert" className="font-semibold text-error">
          {action.failed}
        </p>
      )}
    </StepFrame>
  );
}

type BeforeTestProps = { choice: Choice | null; hasAccount: boolean };

/** What will be ordered, or what the test still lacks. */
function BeforeTest({ choice, hasAccount }: BeforeTestProps) {
  const isReady = hasAccount && choice !== null;
  return (
    <section className="flex flex-col gap-3 rounded-3xl bg-base-100 p-5">
      {isReady && <p>O pedido de teste: 1 {choice.name}, sem cliente, para viagem.</p>}
      {!isReady && (
        <>
          <p>Para o teste ainda falta:</p>
          <ul className="list-disc pl-5">
            {!hasAccount && (
              <li>
                <Link
                  className="font-semibold underline underline-offset-4"
                  to={`${FIRST_RUN_PATH}/pagamento`}
                >
                  a conta do Mercado Pago
                </Link>
              </li>
            )}
            {choice === null && (
              <li>
                <Link
                  className="font-semibold underline underline-offset-4"
                  to={`${FIRST_RUN_PATH}/cardapio`}
                >
                  algo para vender no cardápio
                </Link>
              </li>
            )}
          </ul>
        </>
      )}
    </section>
  );
}

type Props = { test: TestPix; paid: boolean; onPaid: () => Promise<void>; onEnd: () => void };

function Waiting({ test, paid, onPaid, onEnd }: Props) {
  const [status, setStatus] = useState(test.pix.status);
  const [returned, setReturned] = useState(false);
  const action = useAction();
  const over = status === 'expired' || status === 'rejected';
  useEffect(() => {
    if (over || paid) return;
    // The relay knows first; the step is done when the store has heard of it.
    const look = async () => {
      const { status: now } = await readTest(test);
      setStatus(now);
      if (now === 'approved') await onPaid();
    };
    // A look that fails is followed by another one.
    const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
    return () => clearInterval(timer);
  }, [test, over, paid, onPaid]);

  if (paid)
    return (
      <>
        <Done>
          PIX de {formatCents(test.totalCents)} recebido. O pedido nº {test.simpleId} está na cozinha.
        </Done>
        {returned ? (
          <p role="status">O valor foi devolvido e o pedido de teste foi cancelado.</p>
        ) : (
          <button
            type="button"
            className="btn btn-outline self-start"
            disabled={action.busy}
            onClick={() =>
              void action
                .run('O valor não foi devolvido', () => refundTest(test))
                .then((done) => done && setReturned(true))
            }
          >
            {action.busy ? 'Devolvendo…' : `Devolver ${formatCents(test.totalCents)}`}
          </button>
        )}
      </>
    );
  return (
    <section className="flex flex-col items-center gap-4 rounded-3xl bg-base-100 p-5 text-center">
      <p className="font-display text-3xl font-extrabold">{formatCents(test.totalCents)}</p>
      {over ? (
        <>
          <p role="alert" className="font-semibold">
            {status === 'expired' ? 'Este PIX venceu sem pagamento.' : 'O Mercado Pago recusou este PIX.'}
          </p>
          <button type="button" className="btn btn-primary" onClick={onEnd}>
            Tentar com outro código
          </button>
        </>
      ) : (
        <>
          <div className="rounded-2xl bg-white p-3">
            <QrCode text={test.pix.qrCode} label="QR Code do PIX de teste" className="size-52" />
          </div>
          <CopyPix code={test.pix.qrCode} />
          <p role="status" className="flex items-center gap-2">
            <span className="loading loading-dots" aria-hidden /> Esperando o pagamento…
          </p>
          <button
            type="button"
            className="btn btn-ghost btn-sm min-h-9"
            disabled={action.busy}
            onClick={() =>
              void action
                .run('O teste não foi cancelado', () => cancelTest(test))
                .then((done) => done && onEnd())
            }
          >
            Cancelar o teste
          </button>
        </>
      )}
    </section>
  );
}

/** For who pays with the very phone that shows it. Plain http has no clipboard API: the text is selected and copied the old way. */
function CopyPix({ code }: { code: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const toast = useToast();
  const failure = useFailureToast();
  const copy = () => {
    failure.clear();
    field.current?.focus();
    field.current?.select();
    if (document.execCommand('copy')) toast({ title: 'Código PIX copiado', tone: 'success' });
    else failure.tell({ title: 'Não deu para copiar', text: 'Segure o dedo no código e copie.' });
  };
  return (
    <div className="flex w-full flex-col gap-2">
      <textarea
        ref={field}
        readOnly
        rows={3}
        value={code}
        aria-label="PIX Copia e Cola"
        className="textarea w-full resize-none font-mono text-xs break-all"
      />
      <button type="button" className="btn btn-outline" onClick={copy}>
        <Copy aria-hidden className="size-5" /> Copiar código PIX
      </button>
    </div>
  );
}
