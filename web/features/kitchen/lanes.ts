// How tickets lie on the kitchen's screen: in lanes from top to bottom, oldest first, a screenful at a time. Pure, in CSS pixels.

export const LANE_GAP_PX = 6;
/** Between Recebidos, Em Preparo and Prontos. */
export const PART_GAP_PX = 10;
/** A column without a ticket is no wider than its name, upright. */
export const STRIP_PX = 44;
/** As high as a ticket is taken for until it has been drawn once. */
export const HEIGHT_GUESS_PX = 280;

type Place = { lane: number; topPx: number };
type Flow = { places: Place[]; heightPx: number };

/** Lower than that, hardly any lane takes two whole tickets, and a screenful of one each leaves a third of the height empty. */
const LOW_VIEW_PX = 2 * HEIGHT_GUESS_PX;

/**
 * Places tickets of these heights. Each screenful fills its lanes with whole tickets before the next one begins beneath it, so that nothing
 * stands half in sight that could stand whole. What is higher than a screen has a lane for itself. On a low screen each ticket goes on
 * where there is room first, and the lower edge cuts it.
 */
export function flowTickets(heightsPx: readonly number[], lanes: number, viewPx: number): Flow {
  if (viewPx < LOW_VIEW_PX) return stackTickets(heightsPx, lanes);
  const places: Place[] = [];
  let [pageTop, lane, used, pageBottom] = [0, 0, 0, 0];
  for (const height of heightsPx) {
    if (used > 0 && used + height > viewPx) {
      lane += 1;
      used = 0;
    }
    if (lane >= lanes) {
      pageTop = Math.max(pageTop + viewPx, pageBottom) + LANE_GAP_PX;
      lane = 0;
    }
    places.push({ lane, topPx: pageTop + used });
    pageBottom = Math.max(pageBottom, pageTop + used + height);
    used += height + LANE_GAP_PX;
  }
  return { places, heightPx: pageBottom };
}

/** Each one beneath the lane that ends first, the left one of two: read from left to right. */
function stackTickets(heightsPx: readonly number[], lanes: number): Flow {
  const ends = Array.from({ length: Math.max(1, lanes) }, () => 0);
  const places = heightsPx.map((height) => {
    const topPx = Math.min(...ends);
    const lane = ends.indexOf(topPx);
    ends[lane] = topPx + height + LANE_GAP_PX;
    return { lane, topPx };
  });
  return { places, heightPx: Math.max(0, Math.max(...ends) - LANE_GAP_PX) };
}

const placesBelow = (flow: Flow, heightsPx: readonly number[], scrollPx: number, viewPx: number): Place[] =>
  flow.places.filter(({ topPx }, at) => topPx + (heightsPx[at] ?? 0) > scrollPx + viewPx + 1);

/** So many tickets end beneath what is in sight: in part or wholly below. */
export const countBelow = (...seen: Parameters<typeof placesBelow>): number => placesBelow(...seen).length;

/** How far the list is scrolled by one turn: what did not end in sight comes next, the first of it at the top. */
export function turnDown(flow: Flow, heightsPx: readonly number[], scrollPx: number, viewPx: number): number {
  const topPx = Math.min(...placesBelow(flow, heightsPx, scrollPx, viewPx).map((place) => place.topPx));
  // Of one that is higher than the screen the rest comes next.
  return topPx > scrollPx ? topPx : scrollPx + viewPx;
}

/** How many lanes of at least this width there is room for; one is always drawn. */
export const laneCount = (widthPx: number, laneMinPx: number): number =>
  Math.max(1, Math.floor((widthPx + LANE_GAP_PX) / (laneMinPx + LANE_GAP_PX)));

/**
 * Divides the lanes between the columns, given the heights of each one's tickets: so that most tickets stand whole in sight, then so that
 * the fuller column hides no more than the other, then as `before`. A column without tickets gets none.
 */
export function shareLanes(
  lanes: number,
  [first, second]: readonly [readonly number[], readonly number[]],
  viewPx: number,
  before?: number,
): [number, number] {
  if (second.length === 0) return [first.length === 0 ? 0 : lanes, 0];
  if (first.length === 0) return [0, lanes];
  const usual = before ?? Math.round((lanes * first.length) / (first.length + second.length));
  const below = (heights: readonly number[], count: number) =>
    countBelow(flowTickets(heights, count, viewPx), heights, 0, viewPx);
  const shares = Array.from({ length: Math.max(1, lanes - 1) }, (_, at) => {
    const count = at + 1;
    const [a, b] = [below(first, count), below(second, Math.max(1, lanes - count))];
    return { count, hidden: a + b, most: Math.max(a, b), change: Math.abs(count - usual) };
  });
  shares.sort((x, y) => x.hidden - y.hidden || x.most - y.most || x.change - y.change);
  const count = shares[0]?.count ?? 1;
  return [count, Math.max(1, lanes - count)];
}

export type Board = {
  /** Lanes of Recebidos and of Em Preparo. */
  lanes: [number, number];
  lanePx: number;
  /** Too narrow for both side by side: one lane each, swiped. */
  swiped: boolean;
};

/** Of a screen that is swiped, so much is one column: the next one is seen to be there. */
const SWIPED_SHARE = 0.82;

/** The whole screen between bar and edge, of which Prontos takes `railPx`. */
export function layBoard(given: {
  widthPx: number;
  railPx: number;
  viewPx: number;
  laneMinPx: number;
  heights: readonly [readonly number[], readonly number[]];
  before?: number | undefined;
}): Board {
  const filled = given.heights.filter((one) => one.length > 0).length;
  const room = given.widthPx - given.railPx - (2 - filled) * STRIP_PX - 2 * PART_GAP_PX;
  const count = laneCount(room, given.laneMinPx);
  if (filled > 0 && room < filled * given.laneMinPx + (filled - 1) * LANE_GAP_PX)
    return {
      lanes: [given.heights[0].length > 0 ? 1 : 0, given.heights[1].length > 0 ? 1 : 0],
      lanePx: Math.floor(given.widthPx * SWIPED_SHARE),
      swiped: true,
    };
  const gaps = (count - Math.max(1, filled)) * LANE_GAP_PX;
  return {
    lanes: shareLanes(count, given.heights, given.viewPx, given.before),
    lanePx: Math.floor((room - gaps) / count),
    swiped: false,
  };
}

/** Above the first chip and below the last one. */
const CHIP_EDGE_PX = 2;

/** How many chips of this side stand one above the other. */
export const chipsInColumn = (chipPx: number, viewPx: number): number =>
  Math.max(1, Math.floor((viewPx - 2 * CHIP_EDGE_PX + LANE_GAP_PX) / (chipPx + LANE_GAP_PX)));

/** Of the words that say how many chips lie beneath. */
const BELOW_LINE_PX = 20;

/** How high the chips' part of the screen is, so that none is cut, and how many lie beneath it once it is scrolled by `scrollPx`. */
export function chipsInSight(given: {
  count: number;
  columns: number;
  chipPx: number;
  viewPx: number;
  scrollPx: number;
}): { heightPx: number; below: number } {
  const { count, columns, chipPx, viewPx, scrollPx } = given;
  const rows = Math.ceil(count / columns);
  const fit = chipsInColumn(chipPx, viewPx);
  const shown = rows <= fit ? rows : chipsInColumn(chipPx, viewPx - BELOW_LINE_PX);
  const stepPx = chipPx + LANE_GAP_PX;
  const passed = Math.min(Math.round(scrollPx / stepPx), rows - shown);
  return {
    heightPx: shown * stepPx - LANE_GAP_PX + 2 * CHIP_EDGE_PX,
    below: Math.max(0, count - (passed + shown) * columns),
  };
}

const CHIP_COLUMNS_MAX = 3;
/** Lanes that are only just wide enough break more lines than they hold. */
const EASE = 1.08;

/**
 * In how many columns the chips of Prontos stand: as many as they need, three at most, and none that costs the tickets a lane or its ease.
 * `railPx` is how wide so many columns are, `widthPx` what all share.
 */
export function chipColumns(given: {
  count: number;
  chipPx: number;
  viewPx: number;
  widthPx: number;
  laneMinPx: number;
  railPx: (columns: number) => number;
}): number {
  const lanesBeside = (columns: number, lanePx: number) =>
    laneCount(given.widthPx - given.railPx(columns) - 2 * PART_GAP_PX, lanePx);
  const lanes = lanesBeside(1, given.laneMinPx);
  const needed = Math.ceil(given.count / chipsInColumn(given.chipPx, given.viewPx));
  let columns = Math.min(CHIP_COLUMNS_MAX, Math.max(1, needed));
  while (columns > 1 && lanesBeside(columns, given.laneMinPx * EASE) < lanes) columns -= 1;
  return columns;
}
