import type { FloorPlanItem, FloorPlanPin } from '@key2xs/contract';

/** Where something is, as a share of the picture's width and height. */
export type Spot = { x: number; y: number };
/** What was changed and not saved, by id; null: taken off the plan. */
export type Draft = ReadonlyMap<string, Spot | null>;

/** Fine enough for a picture of 4,096 pixels at eight times its size. */
const steps = 100_000;
const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * steps) / steps;

export const onPlan = ({ x, y }: Spot): Spot => ({ x: share(x), y: share(y) });

export function spotOf({ id, x, y }: FloorPlanItem, draft: Draft): Spot | null {
  const changed = draft.get(id);
  if (changed !== undefined) return changed;
  return x === null || y === null ? null : { x, y };
}

/** A change that ends where the item was is none. */
export function withSpot(draft: Draft, item: FloorPlanItem, spot: Spot | null): Draft {
  const next = new Map(draft);
  const saved = spotOf(item, new Map());
  if (spot?.x === saved?.x && spot?.y === saved?.y) next.delete(item.id);
  else next.set(item.id, spot);
  return next;
}

export const pinsOf = (items: readonly FloorPlanItem[], draft: Draft): FloorPlanPin[] =>
  items.flatMap((item) => {
    const spot = spotOf(item, draft);
    return spot ? [{ kind: item.kind, id: item.id, ...spot }] : [];
  });

const small = 0.005;
const large = 0.05;

/** Where an arrow key moves a pin: the same distance on the picture in both directions. Undefined: another key. */
export function movedByKey(spot: Spot, key: string, { isFar, ratio }: { isFar: boolean; ratio: number }) {
  const step = isFar ? large : small;
  const moves: Record<string, Spot> = {
    ArrowLeft: { x: -step, y: 0 },
    ArrowRight: { x: step, y: 0 },
    ArrowUp: { x: 0, y: -step * ratio },
    ArrowDown: { x: 0, y: step * ratio },
  };
  const move = moves[key];
  return move && onPlan({ x: spot.x + move.x, y: spot.y + move.y });
}
