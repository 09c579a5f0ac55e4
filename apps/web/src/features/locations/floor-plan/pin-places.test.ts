import type { FloorPlanItem } from '@key2xs/contract';
import { expect, test } from 'vitest';
import { movedByKey, onPlan, pinsOf, withSpot } from './pin-places';

const item = (id: string, x: number | null, y: number | null): FloorPlanItem => ({
  kind: 'cylinder',
  id,
  name: id,
  location_id: 'hall',
  location_path: 'Hall',
  state: 'ready',
  x,
  y,
});

test('a pin stays on the picture', () => {
  expect(onPlan({ x: -0.2, y: 1.3 })).toEqual({ x: 0, y: 1 });
});

test('pins are the saved ones with what was moved, added and taken off; a move back is no change', () => {
  const items = [item('a', 0.1, 0.1), item('b', 0.2, 0.2), item('c', null, null), item('d', null, null)];
  const [a, b, c] = items as [FloorPlanItem, FloorPlanItem, FloorPlanItem];
  let draft = withSpot(new Map(), a, { x: 0.5, y: 0.5 });
  draft = withSpot(draft, b, null);
  draft = withSpot(draft, c, { x: 0, y: 1 });
  expect(pinsOf(items, draft)).toEqual([
    { kind: 'cylinder', id: 'a', x: 0.5, y: 0.5 },
    { kind: 'cylinder', id: 'c', x: 0, y: 1 },
  ]);
  draft = withSpot(withSpot(withSpot(draft, a, { x: 0.1, y: 0.1 }), b, { x: 0.2, y: 0.2 }), c, null);
  expect(draft.size).toBe(0);
});

test('arrow keys move a pin by the same distance in both directions, further with Shift', () => {
  const by = (key: string, isFar = false) => movedByKey({ x: 0.5, y: 0.5 }, key, { isFar, ratio: 2 });
  expect([by('ArrowRight'), by('ArrowUp'), by('ArrowDown', true), by('a')]).toEqual([
    { x: 0.505, y: 0.5 },
    { x: 0.5, y: 0.49 },
    { x: 0.5, y: 0.6 },
    undefined,
  ]);
});
