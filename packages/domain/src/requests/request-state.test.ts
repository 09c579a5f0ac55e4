import { keyRequestStates } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { nextRequestState, type RequestEvent, type RequestState, requestEvents } from './request-state';

const letters = { D: 'is_submitted', F: 'has_followed', X: 'is_done' } as const;

/** One line a state, one column an event; a dot is refused. */
const table: Record<string, string> = {
  //                  sub comp appr short rej ask answ revo esc canc resv rdy hand appl give rele exp end
  draft: '            N   .    .    .     .   .   .    .    .   .    .    .   .    .    .    .    .   .',
  to_complete: '      .   N    .    .     R   Q   .    .    T   C    .    .   .    .    .    .    .   .',
  in_approval: '      .   .    N    N     R   Q   .    N    N   C    .    .   .    .    .    .    .   .',
  needs_info: '       .   .    .    .     .   .   N    .    .   C    .    .   .    .    .    .    .   .',
  approved: '         .   .    .    .     .   .   .    N    .   C    P    .   .    .    .    .    .   .',
  in_preparation: '   .   .    .    .     .   .   .    .    .   C    .    Y   H    .    .    A    .   .',
  ready_for_pickup: ' .   .    .    .     .   .   .    .    .   C    .    .   H    .    .    A    E   .',
  handed_out: '       .   .    .    .     .   .   .    .    .   .    .    .   .    .    H    .    .   Z',
  applied: '          .   .    .    .     .   .   .    .    .   .    .    .   .    .    L    .    .   Z',
  rejected: '         .   .    .    .     .   .   .    N    .   .    .    .   .    .    .    .    .   .',
  cancelled: '        .   .    .    .     .   .   .    .    .   .    .    .   .    .    .    .    .   .',
  expired: '          .   .    .    .     .   .   .    .    .   .    .    .   .    .    .    .    .   .',
  closed: '           .   .    .    .     .   .   .    .    .   .    .    .   .    .    .    .    .   .',
};
const states: Record<string, string> = {
  ...{ N: 'in_approval', R: 'rejected', Q: 'needs_info', C: 'cancelled', P: 'in_preparation', Y: 'ready_for_pickup' },
  ...{ H: 'handed_out', A: 'approved', E: 'expired', Z: 'closed', L: 'applied', T: 'to_complete' },
};

const at = (is: string): RequestState => (is === 'draft' ? { is } : ({ is, step: 1, steps: 2 } as RequestState));
const happening = (event: string): RequestEvent => ({ event, steps: 2, step: 1 }) as RequestEvent;

describe('a request for a key', () => {
  it('has a line for each state', () => {
    expect(Object.keys(table).sort()).toEqual(['draft', ...keyRequestStates].sort());
  });

  const cells = Object.entries(table).flatMap(([is, line]) => {
    const columns = line.trim().split(/\s+/u);
    expect(columns.length).toBe(requestEvents.length);
    return requestEvents.map((event, column) => [is, event, states[columns[column] ?? ''] ?? 'refused'] as const);
  });
  it.each(cells)('%s + %s: %s', (is, event, next) => {
    const result = nextRequestState(at(is), happening(event), 'new_key');
    expect('state' in result ? result.state.is : 'refused').toBe(next);
  });

  it('says why it is refused', () => {
    const why = (is: string, event: string) => nextRequestState(at(is), happening(event), 'new_key');
    expect(why('in_approval', 'submit')).toEqual({ refusal: letters.D });
    expect(why('in_preparation', 'revoke')).toEqual({ refusal: letters.F });
    expect(why('closed', 'approve')).toEqual({ refusal: letters.X });
    expect(why('approved', 'apply')).toEqual({ refusal: 'only_by_a_key' });
  });

  it('passes its steps one after the other, and needs none where a rule says so', () => {
    const second = nextRequestState(at('in_approval'), { event: 'approve' }, 'new_key');
    expect(second).toEqual({ state: { is: 'in_approval', step: 2, steps: 2 } });
    const last = nextRequestState({ is: 'in_approval', step: 2, steps: 2 }, { event: 'approve' }, 'new_key');
    expect(last).toEqual({ state: { is: 'approved', step: 2, steps: 2 } });
    const automatic = nextRequestState({ is: 'draft' }, { event: 'submit', steps: 0 }, 'return');
    expect(automatic).toEqual({ state: { is: 'approved', step: 0, steps: 0 } });
  });

  it('stays at its step when it is escalated, and goes back to that of a revoked decision', () => {
    const second: RequestState = { is: 'in_approval', step: 2, steps: 3 };
    expect(nextRequestState(second, { event: 'escalate' }, 'new_key')).toEqual({ state: second });
    const back = nextRequestState(second, { event: 'revoke', step: 1 }, 'new_key');
    expect(back).toEqual({ state: { is: 'in_approval', step: 1, steps: 3 } });
  });

  it('without a place waits for it, also after a question, and then needs the steps of that place', () => {
    const open = nextRequestState({ is: 'draft' }, { event: 'submit', steps: 0, is_incomplete: true }, 'new_key');
    const state: RequestState = { is: 'to_complete', step: 0, steps: 0 };
    expect(open).toEqual({ state });
    const asked = nextRequestState(state, { event: 'ask_back' }, 'new_key');
    expect(asked).toEqual({ state: { ...state, is: 'needs_info' } });
    expect('state' in asked && nextRequestState(asked.state, { event: 'answer' }, 'new_key')).toEqual({ state });
    const completed = (steps: number) => nextRequestState(state, { event: 'complete', steps }, 'new_key');
    expect(completed(2)).toEqual({ state: { is: 'in_approval', step: 1, steps: 2 } });
    expect(completed(0)).toEqual({ state: { is: 'approved', step: 0, steps: 0 } });
  });

  it('is applied without a hand-out where it is not for a key', () => {
    const apply = (kind: 'extension' | 'more_access' | 'return', event: 'apply' | 'reserve') =>
      nextRequestState(at('approved'), { event }, kind);
    expect(apply('extension', 'apply')).toMatchObject({ state: { is: 'applied' } });
    expect(apply('more_access', 'reserve')).toEqual({ refusal: 'not_for_a_key' });
  });
});
