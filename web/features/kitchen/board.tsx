// The board between bar and edge: Recebidos and Em Preparo in lanes, Prontos as chips, as many tickets whole in sight as there is room for.
import { useEffect, useRef } from 'react';
import { cancelledKey } from '../../data/staff/board/seen-news.ts';
import { useBox } from '../../ui/use-box.ts';
import type { Cancelled, Columns } from './columns.ts';
import { useMoved } from './flash.ts';
import { chipColumns, layBoard, PART_GAP_PX } from './lanes.ts';
import { Part, type Shared } from './part.tsx';
import { railPx, ReadyRail } from './ready.tsx';
import { laneMinPx, touchPx, type ScreenSizes } from './screen-sizes.ts';
import { useTicketHeights } from './use-heights.ts';

/** A column's name above and its foot below. */
const NAME_AND_FOOT_PX = 28 + 46;

type Props = Shared & {
  columns: Columns;
  cancelled: Cancelled;
  sizes: ScreenSizes;
  unpaidMore: number;
  loading: boolean;
  onUnpaid: () => void;
};

export function KitchenBoard({ columns, cancelled, sizes, unpaidMore, loading, onUnpaid, ...shared }: Props) {
  const [main, box] = useBox<HTMLElement>();
  const heights = useTicketHeights();
  const moved = useMoved(columns);
  const toMake = columns.received.filter(({ order }) => order.status !== 'PENDING');
  const unpaid = columns.received.length - toMake.length + unpaidMore;
  const viewPx = Math.max(0, box.height - NAME_AND_FOOT_PX);
  const chipPx = touchPx(sizes);
  const chips = chipColumns({
    count: columns.ready.length + (columns.awaiting?.length ?? 0) + cancelled.ready.length,
    chipPx,
    viewPx,
    widthPx: box.width,
    laneMinPx: laneMinPx(sizes),
    railPx: (count) => railPx(count, chipPx),
  });
  const before = useRef<number | undefined>(undefined);
  const { lanes, lanePx, swiped } = layBoard({
    widthPx: box.width,
    railPx: railPx(chips, chipPx),
    viewPx,
    laneMinPx: laneMinPx(sizes),
    heights: [
      toMake.map(({ order }) => heights.of(order.id)),
      [
        ...cancelled.preparing.map(({ id }) => cancelledKey(id)),
        ...columns.preparing.map(({ order }) => order.id),
      ].map(heights.of),
    ],
    before: before.current,
  });
  useEffect(() => {
    before.current = lanes[0] > 0 && lanes[1] > 0 ? lanes[0] : undefined;
  });
  const lying = { lanePx, viewPx, heights, moved, ...shared };
  return (
    <main
      ref={main}
      className={`flex min-h-0 flex-1 px-1 pt-1 ${swiped ? 'snap-x snap-proximity overflow-x-auto' : 'overflow-x-hidden'}`}
      style={{ gap: PART_GAP_PX }}
    >
      {loading || box.width === 0 ? (
        <Loading />
      ) : (
        <>
          <Part kind="received" cards={toMake} lanes={lanes[0]} {...lying} />
          <Part
            kind="preparing"
            cards={columns.preparing}
            cancelled={cancelled.preparing}
            lanes={lanes[1]}
            {...lying}
          />
          {lanes[0] + lanes[1] === 0 && <Nothing />}
        </>
      )}
      <ReadyRail
        cards={columns.ready}
        awaiting={columns.awaiting ?? []}
        cancelled={cancelled.ready}
        columns={chips}
        chipPx={chipPx}
        viewPx={viewPx}
        unpaid={unpaid}
        onUnpaid={onUnpaid}
        now={shared.now}
        moved={moved}
        bell={shared.bell}
        onOpen={shared.onOpen}
      />
    </main>
  );
}

function Nothing() {
  return (
    <p className="grid min-w-0 flex-1 place-items-center px-4 pb-12 text-center text-2xl opacity-85">
      Nenhum pedido esperando. Os novos aparecem aqui e tocam o sino.
    </p>
  );
}

function Loading() {
  return (
    <div className="flex flex-1 gap-2 pt-8">
      {[0, 1, 2].map((at) => (
        <div key={at} className="skeleton h-64 flex-1" aria-label="Carregando" role="img" />
      ))}
      <h2 className="sr-only">Recebidos</h2>
    </div>
  );
}
