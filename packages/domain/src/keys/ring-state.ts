import { holderOf, type KeyState } from './key-state';

/** Where a ring is: all its keys in stock, all with one holder, or apart. */
type RingState<Holder> =
  | { is: 'empty' }
  | { is: 'in_stock' }
  | { is: 'handed_out'; holder: Holder }
  | { is: 'incomplete' };

/** Follows from the states of the keys alone. A key kept for someone is in stock. `same` compares two holders. */
export function ringState<Holder>(
  keys: readonly KeyState<Holder>[],
  same: (one: Holder, other: Holder) => boolean,
): RingState<Holder> {
  const [first] = keys;
  if (!first) return { is: 'empty' };
  if (keys.every(({ is }) => is === 'in_stock' || is === 'reserved')) return { is: 'in_stock' };
  const holder = first.is === 'handed_out' ? holderOf(first) : null;
  if (holder === null) return { is: 'incomplete' };
  const isTogether = keys.every((key) => key.is === 'handed_out' && same(key.holder, holder));
  return isTogether ? { is: 'handed_out', holder } : { is: 'incomplete' };
}
