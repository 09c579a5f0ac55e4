/**
 * Where a key is, as far as people handle it. Only a key that is out has a holder, and it always has one. A lost or broken key may
 * still have the holder it was with.
 */
export type KeyState<Holder> =
  | { is: 'in_stock' }
  | { is: 'reserved'; for: Holder }
  | { is: 'handed_out'; holder: Holder; due_at: string | null }
  | { is: 'lost'; holder: Holder | null; due_at: string | null }
  | { is: 'broken'; holder: Holder | null; due_at: string | null }
  | { is: 'retired' };

/** What happens to a key. `due_at` is an instant, ISO-8601 with Z; null is no due date. */
export type KeyEvent<Holder> =
  | { event: 'reserve'; for: Holder }
  | { event: 'release' }
  | { event: 'hand_out'; to: Holder; due_at: string | null }
  | { event: 'return' }
  | { event: 'extend'; due_at: string | null }
  | { event: 'transfer'; to: Holder; due_at: string | null }
  | { event: 'report_lost' }
  | { event: 'report_broken' }
  | { event: 'find'; by_holder: boolean }
  | { event: 'repair' }
  | { event: 'retire' }
  | { event: 'restore' };

export const keyEvents = [
  'reserve',
  'release',
  'hand_out',
  'return',
  'extend',
  'transfer',
  'report_lost',
  'report_broken',
  'find',
  'repair',
  'retire',
  'restore',
] as const satisfies readonly KeyEvent<unknown>['event'][];

/** Why an event cannot happen to a key in its present state. */
export type KeyRefusal =
  | 'in_stock'
  | 'reserved'
  | 'reserved_for_others'
  | 'handed_out'
  | 'lost'
  | 'broken'
  | 'retired'
  | 'not_broken'
  | 'not_lost'
  | 'not_retired'
  | 'not_reserved'
  | 'same_holder'
  | 'no_holder';

export type KeyTransition<Holder> = { state: KeyState<Holder> } | { refusal: KeyRefusal };

const to = <Holder>(state: KeyState<Holder>): KeyTransition<Holder> => ({ state });
const refuse = (refusal: KeyRefusal): { refusal: KeyRefusal } => ({ refusal });

/** The state after an event, or why it is refused. `same` compares two holders. */
export function nextKeyState<Holder>(
  state: KeyState<Holder>,
  happening: KeyEvent<Holder>,
  same: (one: Holder, other: Holder) => boolean,
): KeyTransition<Holder> {
  switch (happening.event) {
    case 'reserve':
      return state.is === 'in_stock' ? to({ is: 'reserved', for: happening.for }) : refuse(state.is);
    case 'release':
      return state.is === 'reserved' ? to({ is: 'in_stock' }) : refuse('not_reserved');
    case 'hand_out': {
      if (state.is === 'reserved' && !same(state.for, happening.to)) return refuse('reserved_for_others');
      if (state.is !== 'in_stock' && state.is !== 'reserved') return refuse(state.is);
      return to({ is: 'handed_out', holder: happening.to, due_at: happening.due_at });
    }
    case 'return':
      return returned(state);
    case 'extend':
      return state.is === 'handed_out' ? to({ ...state, due_at: happening.due_at }) : refuse(state.is);
    case 'transfer': {
      if (state.is !== 'handed_out') return refuse(state.is);
      if (same(state.holder, happening.to)) return refuse('same_holder');
      return to({ is: 'handed_out', holder: happening.to, due_at: happening.due_at });
    }
    case 'report_lost':
      if (state.is === 'lost' || state.is === 'retired') return refuse(state.is);
      return to<Holder>({ is: 'lost', ...heldIn(state) });
    case 'report_broken':
      if (state.is === 'handed_out' || state.is === 'in_stock' || state.is === 'reserved')
        return to<Holder>({ is: 'broken', ...heldIn(state) });
      return refuse(state.is);
    case 'find':
      if (state.is !== 'lost') return refuse('not_lost');
      if (happening.by_holder && state.holder === null) return refuse('no_holder');
      return to(happening.by_holder ? withHolder(state) : { is: 'in_stock' });
    case 'repair':
      return state.is === 'broken' ? to(withHolder(state)) : refuse('not_broken');
    case 'retire':
      if (state.is === 'handed_out' || state.is === 'reserved' || state.is === 'retired') return refuse(state.is);
      return to({ is: 'retired' });
    case 'restore':
      return state.is === 'retired' ? to({ is: 'in_stock' }) : refuse('not_retired');
  }
}

type Held<Holder> = { holder: Holder | null; due_at: string | null };

const heldIn = <Holder>(state: KeyState<Holder>): Held<Holder> =>
  'holder' in state ? { holder: state.holder, due_at: state.due_at } : { holder: null, due_at: null };

const withHolder = <Holder>({ holder, due_at }: Held<Holder>): KeyState<Holder> =>
  holder === null ? { is: 'in_stock' } : { is: 'handed_out', holder, due_at };

/** A broken key stays broken in stock; a lost one is found first. */
function returned<Holder>(state: KeyState<Holder>): KeyTransition<Holder> {
  if (state.is === 'handed_out') return to({ is: 'in_stock' });
  if (state.is === 'broken' && state.holder !== null) return to<Holder>({ is: 'broken', holder: null, due_at: null });
  return refuse(state.is);
}

/** Who has the key, or had it when it was lost or broke. */
export const holderOf = <Holder>(state: KeyState<Holder>): Holder | null => heldIn(state).holder;
