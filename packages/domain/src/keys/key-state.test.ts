import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holderOf, type KeyEvent, type KeyState, type KeyTransition, keyEvents, nextKeyState } from './key-state';

const states = {
  in_stock: { is: 'in_stock' },
  'reserved for A': { is: 'reserved', for: 'A' },
  'handed out to A': { is: 'handed_out', holder: 'A', due_at: '2026-05-03T22:00:00Z' },
  'lost by A': { is: 'lost', holder: 'A', due_at: null },
  'lost from stock': { is: 'lost', holder: null, due_at: null },
  'broken with A': { is: 'broken', holder: 'A', due_at: null },
  'broken in stock': { is: 'broken', holder: null, due_at: null },
  retired: { is: 'retired' },
} as const satisfies Record<string, KeyState<string>>;

const happenings = {
  'reserve for B': { event: 'reserve', for: 'B' },
  release: { event: 'release' },
  'hand out to A': { event: 'hand_out', to: 'A', due_at: null },
  'hand out to B': { event: 'hand_out', to: 'B', due_at: null },
  return: { event: 'return' },
  extend: { event: 'extend', due_at: '2026-06-01T22:00:00Z' },
  'transfer to A': { event: 'transfer', to: 'A', due_at: null },
  'transfer to B': { event: 'transfer', to: 'B', due_at: null },
  'report lost': { event: 'report_lost' },
  'report broken': { event: 'report_broken' },
  find: { event: 'find', by_holder: false },
  'find with its holder': { event: 'find', by_holder: true },
  repair: { event: 'repair' },
  retire: { event: 'retire' },
  restore: { event: 'restore' },
} as const satisfies Record<string, KeyEvent<string>>;

/** One line a state, one column an event, in the order of `happenings`; lower case is a refusal. */
const table: Record<keyof typeof states, string> = {
  in_stock:
    'RESERVED:B not_reserved OUT:A OUT:B in_stock in_stock in_stock in_stock LOST BROKEN not_lost not_lost not_broken RETIRED not_retired',
  'reserved for A':
    'reserved STOCK OUT:A reserved_for_others reserved reserved reserved reserved LOST BROKEN not_lost not_lost not_broken reserved not_retired',
  'handed out to A':
    'handed_out not_reserved handed_out handed_out STOCK OUT:A same_holder OUT:B LOST:A BROKEN:A not_lost not_lost not_broken handed_out not_retired',
  'lost by A': 'lost not_reserved lost lost lost lost lost lost lost lost STOCK OUT:A not_broken RETIRED not_retired',
  'lost from stock':
    'lost not_reserved lost lost lost lost lost lost lost lost STOCK no_holder not_broken RETIRED not_retired',
  'broken with A':
    'broken not_reserved broken broken BROKEN broken broken broken LOST:A broken not_lost not_lost OUT:A RETIRED not_retired',
  'broken in stock':
    'broken not_reserved broken broken broken broken broken broken LOST broken not_lost not_lost STOCK RETIRED not_retired',
  retired:
    'retired not_reserved retired retired retired retired retired retired retired retired not_lost not_lost not_broken retired STOCK',
};

const short = {
  in_stock: 'STOCK',
  reserved: 'RESERVED',
  handed_out: 'OUT',
  lost: 'LOST',
  broken: 'BROKEN',
  retired: 'RETIRED',
};
const same = (one: string, other: string) => one === other;

function describeState(state: KeyState<string>): string {
  const person = state.is === 'reserved' ? state.for : holderOf(state);
  return person === null ? short[state.is] : `${short[state.is]}:${person}`;
}

const after = (state: KeyState<string>, happening: KeyEvent<string>): string => {
  const transition = nextKeyState(state, happening, same);
  return 'refusal' in transition ? transition.refusal : describeState(transition.state);
};

describe('nextKeyState', () => {
  it.each(Object.entries(table))('%s', (name, line) => {
    const state = states[name as keyof typeof states];
    expect(Object.values(happenings).map((happening) => after(state, happening))).toEqual(line.split(' '));
  });

  it('has a line of the table for each event', () => {
    expect(new Set(Object.values(happenings).map(({ event }) => event))).toEqual(new Set(keyEvents));
  });

  it('keeps the due date of a key that breaks and is repaired', () => {
    const path: KeyEvent<string>[] = [happenings.extend, happenings['report broken'], happenings.repair];
    const end = path.reduce<KeyState<string>>((state, happening) => {
      const transition = nextKeyState(state, happening, same);
      return 'state' in transition ? transition.state : state;
    }, states['handed out to A']);
    expect(end).toEqual({ is: 'handed_out', holder: 'A', due_at: '2026-06-01T22:00:00Z' });
  });

  it('never gives a key to a second person while it is out', () => {
    const anyHappening = fc.constantFrom<KeyEvent<string>>(...Object.values(happenings));
    fc.assert(
      fc.property(fc.array(anyHappening, { maxLength: 30 }), (sequence) => {
        let state: KeyState<string> = states.in_stock;
        for (const happening of sequence) {
          const transition: KeyTransition<string> = nextKeyState(state, happening, same);
          if ('refusal' in transition) continue;
          const [before, now] = [holderOf(state), holderOf(transition.state)];
          if (before !== null && now !== null && before !== now) expect(happening.event).toBe('transfer');
          state = transition.state;
        }
      }),
    );
  });
});
