import type { KeyRequest } from '@key2xs/contract';

type Kind = KeyRequest['kind'];

/** Where a request is. A draft is with the one who writes it, and not stored. `step` counts from 1. */
export type RequestState = { is: 'draft' } | { is: KeyRequest['state']; step: number; steps: number };

/**
 * What happens to a request. A submission without steps is approved at once, as the rules say; an incomplete one names no place yet,
 * so no one knows its steps.
 */
export type RequestEvent =
  | { event: 'submit'; steps: number; is_incomplete?: boolean }
  | { event: 'complete'; steps: number }
  | { event: Exclude<(typeof requestEvents)[number], 'submit' | 'complete' | 'revoke'> }
  | { event: 'revoke'; step: number };

export const requestEvents = [
  'submit',
  'complete',
  'approve',
  'approve_shorter',
  'reject',
  'ask_back',
  'answer',
  'revoke',
  'escalate',
  'cancel',
  'reserve',
  'ready',
  'hand_out',
  'apply',
  'give_back',
  'release',
  'expire',
  'end',
] as const;

/** Why an event cannot happen. */
export type RequestRefusal =
  | 'is_submitted'
  | 'not_submitted'
  | 'not_to_complete'
  | 'not_in_approval'
  | 'not_asked_back'
  | 'not_approved'
  | 'not_reserved'
  | 'not_ready'
  | 'not_for_a_key'
  | 'only_by_a_key'
  | 'has_followed'
  | 'not_in_force'
  | 'is_done';

export type RequestTransition = { state: RequestState } | { refusal: RequestRefusal };

const refuse = (refusal: RequestRefusal): RequestTransition => ({ refusal });

/** Whether a request of this kind ends with a key that is handed out. */
export const endsInKey = (kind: Kind): boolean => kind === 'new_key' || kind === 'replacement' || kind === 'temporary';

const done: readonly string[] = ['rejected', 'cancelled', 'expired', 'closed'];
export const isDone = (state: KeyRequest['state']): boolean => done.includes(state);

const begun = (steps: number): RequestState =>
  steps === 0 ? { is: 'approved', step: 0, steps } : { is: 'in_approval', step: 1, steps };

/** The state after an event, or why it is refused. */
export function nextRequestState(state: RequestState, happening: RequestEvent, kind: Kind): RequestTransition {
  if (state.is === 'draft') {
    if (happening.event !== 'submit') return refuse('not_submitted');
    return { state: happening.is_incomplete ? { is: 'to_complete', step: 0, steps: 0 } : begun(happening.steps) };
  }
  const { is } = state;
  const to = (next: KeyRequest['state'], step = state.step): RequestTransition => ({
    state: { is: next, step, steps: state.steps },
  });
  if (happening.event === 'submit') return refuse('is_submitted');
  if (isDone(is) && !(is === 'rejected' && happening.event === 'revoke')) return refuse('is_done');
  switch (happening.event) {
    case 'complete':
      return is === 'to_complete' ? { state: begun(happening.steps) } : refuse('not_to_complete');
    case 'approve':
    case 'approve_shorter':
      if (is !== 'in_approval') return refuse('not_in_approval');
      return state.step < state.steps ? to('in_approval', state.step + 1) : to('approved');
    case 'reject':
      return is === 'in_approval' || is === 'to_complete' ? to('rejected') : refuse('not_in_approval');
    case 'ask_back':
      return is === 'in_approval' || is === 'to_complete' ? to('needs_info') : refuse('not_in_approval');
    case 'answer':
      if (is !== 'needs_info') return refuse('not_asked_back');
      return to(state.step === 0 ? 'to_complete' : 'in_approval'); // without a step the place is still open
    case 'revoke':
      if (is === 'in_approval' || is === 'approved' || is === 'rejected') return to('in_approval', happening.step);
      return refuse('has_followed');
    case 'escalate': // time approves nothing
      return is === 'in_approval' || is === 'to_complete' ? to(is) : refuse('not_in_approval');
    case 'cancel':
      return is === 'handed_out' || is === 'applied' ? refuse('has_followed') : to('cancelled');
    case 'reserve':
      if (!endsInKey(kind)) return refuse('not_for_a_key');
      return is === 'approved' ? to('in_preparation') : refuse('not_approved');
    case 'ready':
      return is === 'in_preparation' ? to('ready_for_pickup') : refuse('not_reserved');
    case 'release':
      return is === 'in_preparation' || is === 'ready_for_pickup' ? to('approved') : refuse('not_reserved');
    case 'hand_out':
      return is === 'in_preparation' || is === 'ready_for_pickup' ? to('handed_out') : refuse('not_reserved');
    case 'expire':
      return is === 'ready_for_pickup' ? to('expired') : refuse('not_ready');
    case 'apply':
      if (endsInKey(kind)) return refuse('only_by_a_key');
      return is === 'approved' ? to('applied') : refuse('not_approved');
    case 'give_back':
      return is === 'handed_out' || is === 'applied' ? to(is) : refuse('not_in_force');
    case 'end':
      return is === 'handed_out' || is === 'applied' ? to('closed') : refuse('not_in_force');
  }
}
