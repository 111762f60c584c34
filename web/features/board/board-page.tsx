// The TV in the shop, and its door: staff who are signed in see it as they are, a TV by its own cookie, any other screen gets a code.
import type { Order } from '@balcao/shared/order/order.ts';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { storeAtom } from '../../data/shop.ts';
import { byAge } from '../../data/staff/board/board.ts';
import { boardAtom, clockSkewAtom } from '../../data/staff/board/live.ts';
import { loadSessionAtom, sessionAtom } from '../../data/staff/session/session.ts';
import { OfflineNotice, StaffShell } from '../../data/staff/session/shell.tsx';
import { isPastNumber } from '../../ui/staff/order-text.ts';
import { useTitle } from '../../ui/title.ts';
import { PairTv } from './pairing.tsx';
import { TvScreen } from './tv-screen.tsx';
import { useTvPanel } from './use-tv-panel.ts';

export default function BoardPage() {
  useTitle('Painel');
  const session = useAtomValue(sessionAtom);
  const store = useAtomValue(storeAtom);
  const load = useSetAtom(loadSessionAtom);
  useEffect(() => {
    if (session.state === 'unknown') void load();
  }, [session.state, load]);
  // A TV stands in the shop, and its cookie is worth something there alone.
  if (session.state === 'out' && store?.host !== 'relay') return <TvBoard />;
  return (
    <StaffShell roles={['ADMIN', 'KITCHEN', 'ATTENDANT']}>
      <StaffBoard />
    </StaffShell>
  );
}

function TvBoard() {
  const [feed, lookAgain] = useTvPanel();
  if (feed.state === 'out') return <PairTv onPaired={lookAgain} />;
  const notice = (
    <div role="status">
      {feed.lost && (
        <p className="bg-warning px-4 py-1 text-center text-[2.4vmin] font-semibold text-warning-content">
          Sem conexão com a loja: os números podem estar atrasados.
        </p>
      )}
    </div>
  );
  if (feed.state === 'looking') return <TvScreen preparing={null} ready={null} skewMs={0} notice={notice} />;
  const { panel, skewMs } = feed;
  return (
    <TvScreen
      preparing={panel.preparing}
      ready={panel.ready}
      more={{ preparing: panel.preparingMore, ready: panel.readyMore }}
      skewMs={skewMs}
      notice={notice}
    />
  );
}

function StaffBoard() {
  const board = useAtomValue(boardAtom);
  const skewMs = useAtomValue(clockSkewAtom);
  const orders = [...(board?.orders.values() ?? [])]
    .filter((order) => order.panelNumber !== null && !isPastNumber(order, board?.panel ?? null))
    .sort(byAge);
  const preparing = orders.filter(({ status }) => status === 'RECEBIDO' || status === 'PREPARING');
  // The newest call stands first.
  const ready = orders
    .filter(({ status }) => status === 'READY')
    .toSorted((a, b) => (b.readyAtMs ?? 0) - (a.readyAtMs ?? 0));
  return (
    <TvScreen
      preparing={board === null ? null : preparing.map(toNumber)}
      ready={board === null ? null : ready.map(toNumber)}
      skewMs={skewMs}
      notice={<OfflineNotice />}
    />
  );
}

const toNumber = ({ id, panelNumber, readyAtMs }: Order) => ({ id, number: panelNumber ?? 0, readyAtMs });
