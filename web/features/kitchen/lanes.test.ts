// What stands whole in sight, what is below, and who gets how many lanes.
import { describe, expect, it } from 'vitest';
import {
  chipColumns,
  chipsInSight,
  countBelow,
  flowTickets,
  laneCount,
  layBoard,
  shareLanes,
  turnDown,
} from './lanes.ts';

const LANE_GAP_PX = 6;
const PART_GAP_PX = 10;
const STRIP_PX = 44;

const many = (count: number, height = 100) => Array.from({ length: count }, () => height);

describe('tickets in lanes', () => {
  it('go down a lane while they stand whole, then to the next', () => {
    const two = 300 + LANE_GAP_PX + 300;
    expect(flowTickets(many(3, 300), 2, two).places).toEqual([
      { lane: 0, topPx: 0 },
      { lane: 0, topPx: 306 },
      { lane: 1, topPx: 0 },
    ]);
    expect(flowTickets(many(3, 300), 3, two - 1).places.map(({ lane }) => lane)).toEqual([0, 1, 2]);
  });

  it('that are higher than the screen have a lane for themselves, the first one too', () => {
    expect(flowTickets([700, 100, 100], 2, 600).places).toEqual([
      { lane: 0, topPx: 0 },
      { lane: 1, topPx: 0 },
      { lane: 1, topPx: 106 },
    ]);
  });

  it('begin the next screenful beneath the whole of this one', () => {
    const flow = flowTickets(many(3, 400), 2, 600);
    expect(flow).toEqual({
      places: [
        { lane: 0, topPx: 0 },
        { lane: 1, topPx: 0 },
        { lane: 0, topPx: 606 },
      ],
      heightPx: 1006,
    });
  });

  it('give a ticket that is higher than the screen a lane of its own, and overlap nothing', () => {
    const flow = flowTickets([300, 900, 300, 300, 300], 2, 620);
    expect(flow.places).toEqual([
      { lane: 0, topPx: 0 },
      { lane: 1, topPx: 0 },
      { lane: 0, topPx: 906 },
      { lane: 0, topPx: 1212 },
      { lane: 1, topPx: 906 },
    ]);
  });

  it('go on in the lane that ends first where two would not stand whole, and the left one of two', () => {
    const flow = flowTickets([300, 200, 250, 100, 100, 100], 3, 559);
    expect(flow).toEqual({
      places: [
        { lane: 0, topPx: 0 },
        { lane: 1, topPx: 0 },
        { lane: 2, topPx: 0 },
        { lane: 1, topPx: 206 },
        { lane: 2, topPx: 256 },
        { lane: 0, topPx: 306 },
      ],
      heightPx: 406,
    });
    // From twice an ordinary ticket on they come a screenful at a time.
    expect(flowTickets([300, 200, 250, 100], 3, 560).places.map(({ lane }) => lane)).toEqual([0, 0, 1, 1]);
  });

  it('are none where there are none', () => {
    for (const viewPx of [500, 600]) expect(flowTickets([], 3, viewPx)).toEqual({ places: [], heightPx: 0 });
  });

  it('count as below when their end is out of sight, until somebody scrolls there', () => {
    const heights = many(5, 300);
    const flow = flowTickets(heights, 1, 606);
    expect(countBelow(flow, heights, 0, 606)).toBe(3);
    expect(countBelow(flow, heights, 612, 606)).toBe(1);
    expect(countBelow(flow, heights, 1224, 606)).toBe(0);
    expect(countBelow(flowTickets([900], 1, 606), [900], 0, 606)).toBe(1);
    const low = flowTickets(many(3), 1, 206);
    expect([204, 206].map((viewPx) => countBelow(low, many(3), 0, viewPx))).toEqual([2, 1]);
  });

  it('are turned to the first that was not whole, and on through one that is higher than the screen', () => {
    const heights = [300, 200, 250, 100, 200];
    const flow = flowTickets(heights, 3, 400);
    expect(turnDown(flow, heights, 0, 400)).toBe(256);
    expect(turnDown(flowTickets([900, 100], 1, 400), [900, 100], 0, 400)).toBe(400);
    expect(turnDown(flowTickets(many(4, 300), 1, 606), many(4, 300), 0, 606)).toBe(612);
  });
});

describe('the lanes', () => {
  it.each([
    [205, 1],
    [405, 1],
    [406, 2],
    [612, 3],
    [0, 1],
  ])('of 200 px fit %i px wide: %i', (width, count) => expect(laneCount(width, 200)).toBe(count));

  it('go to the column whose tickets would be hidden', () => {
    expect(shareLanes(5, [many(8), many(2)], 206)).toEqual([4, 1]);
    expect(shareLanes(5, [many(2), many(8)], 206)).toEqual([1, 4]);
    expect(shareLanes(4, [many(20), many(20)], 206)).toEqual([2, 2]);
  });

  it('show most tickets in all, and where that is equal hide no more of one column than they must', () => {
    // One lane: 7 + 2 hidden; two: 6 + 4.
    expect(shareLanes(3, [many(8, 206), many(6)], 206)).toEqual([1, 2]);
    // One lane: 5 + 0 hidden; two: 4 + 1.
    expect(shareLanes(3, [many(6, 206), many(2, 206)], 206, 1)).toEqual([2, 1]);
  });

  it('stay as they were where another division shows no more', () => {
    expect(shareLanes(4, [many(1), many(1)], 206, 3)).toEqual([3, 1]);
    expect(shareLanes(4, [many(1), many(1)], 206, 1)).toEqual([1, 3]);
  });

  it('all go to the only column that has tickets', () => {
    expect(shareLanes(4, [many(1), []], 206)).toEqual([4, 0]);
    expect(shareLanes(4, [[], many(1)], 206)).toEqual([0, 4]);
    expect(shareLanes(4, [[], []], 206)).toEqual([0, 0]);
  });
});

describe('the board', () => {
  const at = (widthPx: number, heights: [number[], number[]]) =>
    layBoard({ widthPx: widthPx + 88, railPx: 88, viewPx: 500, laneMinPx: 200, heights });

  it('uses the width between the columns whole', () => {
    const { lanes, lanePx } = at(1_000, [many(4), many(4)]);
    expect(lanes[0] + lanes[1]).toBe(4);
    expect(lanes[0] * lanePx + lanes[1] * lanePx + 2 * LANE_GAP_PX + 2 * PART_GAP_PX).toBeLessThanOrEqual(
      1_000,
    );
    expect(lanePx).toBeGreaterThanOrEqual(200);
  });

  it('leaves an empty column a strip', () => {
    expect(at(2 * PART_GAP_PX + STRIP_PX + 406, [[], many(2)])).toEqual({
      lanes: [0, 2],
      lanePx: 200,
      swiped: false,
    });
  });

  it('is swiped where its columns do not fit side by side', () => {
    expect(at(2 * PART_GAP_PX + 405, [many(1), many(1)])).toEqual({
      lanes: [1, 1],
      lanePx: Math.floor((2 * PART_GAP_PX + 405 + 88) * 0.82),
      swiped: true,
    });
    expect(at(2 * PART_GAP_PX + 406, [many(1), many(1)])).toMatchObject({ lanes: [1, 1], swiped: false });
    expect(at(2 * PART_GAP_PX + STRIP_PX + 199, [many(1), []])).toMatchObject({
      lanes: [1, 0],
      swiped: true,
    });
    expect(at(2 * PART_GAP_PX + STRIP_PX + 200, [many(1), []])).toMatchObject({
      lanes: [1, 0],
      swiped: false,
    });
    expect(at(100, [[], []])).toMatchObject({ lanes: [0, 0], swiped: false });
  });
});

describe('the chips of Prontos', () => {
  const columnsOf = (count: number, widthPx: number) =>
    chipColumns({
      count,
      chipPx: 76,
      viewPx: 500,
      widthPx,
      laneMinPx: 200,
      railPx: (columns) => columns * 80,
    });

  it.each([
    [0, 1],
    [6, 1],
    [7, 2],
    [12, 2],
    [13, 3],
    [40, 3],
  ])('%i stand in %i columns where there is room', (count, columns) =>
    expect(columnsOf(count, 2 * PART_GAP_PX + 216 + 240)).toBe(columns),
  );

  it('take no lane from the tickets, nor make them only just wide enough', () => {
    // Two lanes of 216 px beside one column of chips; then beside two.
    expect(columnsOf(40, 2 * PART_GAP_PX + 438 + 80)).toBe(1);
    expect(columnsOf(40, 2 * PART_GAP_PX + 438 + 159)).toBe(1);
    expect(columnsOf(40, 2 * PART_GAP_PX + 438 + 160)).toBe(2);
  });
});

describe('the chips in sight', () => {
  // Six of 76 px with five gaps and an edge of 2 px are 490 px high.
  const sightOf = (count: number, viewPx: number, scrollPx = 0, columns = 1) =>
    chipsInSight({ count, columns, chipPx: 76, viewPx, scrollPx });

  it('are whole: what does not fit is counted, and the words about it have their own line', () => {
    expect(sightOf(6, 490)).toEqual({ heightPx: 490, below: 0 });
    expect(sightOf(6, 489)).toEqual({ heightPx: 408, below: 1 });
    expect(sightOf(7, 509)).toEqual({ heightPx: 408, below: 2 });
    expect(sightOf(7, 510)).toEqual({ heightPx: 490, below: 1 });
    expect(sightOf(13, 510, 0, 2)).toEqual({ heightPx: 490, below: 1 });
  });

  it('are counted anew as they are scrolled', () => {
    expect(sightOf(9, 510).below).toBe(3);
    expect(sightOf(9, 510, 82).below).toBe(2);
    expect(sightOf(9, 510, 246).below).toBe(0);
    // Two beside each other pass at once: of nine rows six are in sight.
    expect(sightOf(18, 510, 0, 2).below).toBe(6);
    expect(sightOf(18, 510, 82, 2).below).toBe(4);
    expect(sightOf(18, 510, 246, 2).below).toBe(0);
  });
});
