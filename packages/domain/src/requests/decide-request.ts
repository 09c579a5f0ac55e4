import type { KeyRequestStep } from '@key2xs/contract';
import { nextRequestState, type RequestEvent, type RequestRefusal, type RequestState } from './request-state';

type Step = Pick<KeyRequestStep, 'position' | 'decision'> & { person_id: string | null; decided_by_id: string | null };

/** What is known of a request when someone decides. */
export type RequestFacts = {
  kind: Parameters<typeof nextRequestState>[2];
  state: RequestState;
  steps: readonly Step[];
  needs_four_eyes: boolean;
  /** Accounts of administrators, and people: the requester, and for whom. */
  asked_by: readonly string[];
  person_id: string;
  starts_at: string | null;
  ends_at: string | null;
  granted_until: string | null;
};

/** `ids`: an account, with the one it acts for; or a person. `may`: has the right to decide at this moment. */
export type Decider = { kind: 'administrator' | 'person'; ids: readonly [string, ...string[]]; may: boolean };

export type Decision =
  | { decision: 'approve' | 'ask_back' | 'reject'; reason: string | null }
  | { decision: 'approve_shorter'; until: string | null; reason: string | null };

export type DecisionRefusal =
  | RequestRefusal
  | 'no_right'
  | 'own_request'
  | 'not_your_step'
  | 'same_decider'
  | 'reason_needed'
  | 'until_needed'
  | 'until_not_shorter';

export type Decided =
  | { state: RequestState; granted_until: string | null; step: number }
  | { refusal: DecisionRefusal };

/**
 * The one way in which a step is decided, whether on a screen, by a program, a mailed link or a command. An administrator may
 * decide in place of the person whose step it is, and says why.
 */
export function decideRequest(facts: RequestFacts, decider: Decider, decision: Decision, now: Date): Decided {
  const who = refuseDecider(facts, decider);
  if (who) return { refusal: who };
  const next = nextRequestState(facts.state, { event: decision.decision } as RequestEvent, facts.kind);
  if ('refusal' in next) return next;
  const step = stepAt(facts);
  const isInPlace = decider.kind === 'administrator' && step?.person_id != null;
  const needsReason = isInPlace || decision.decision === 'reject' || decision.decision === 'ask_back';
  if (needsReason && !decision.reason) return { refusal: 'reason_needed' };
  const at = step?.position ?? 0;
  if (decision.decision !== 'approve_shorter')
    return { state: next.state, granted_until: facts.granted_until, step: at };
  const { until } = decision;
  if (until === null) return { refusal: 'until_needed' };
  const longest = facts.granted_until ?? facts.ends_at;
  const begins = Math.max(now.getTime(), facts.starts_at === null ? 0 : Date.parse(facts.starts_at));
  const isShorter = longest === null || Date.parse(until) < Date.parse(longest);
  if (!isShorter || Date.parse(until) <= begins) return { refusal: 'until_not_shorter' };
  return { state: next.state, granted_until: until, step: at };
}

/** Where a request that a person has made by a mailed link goes once its place is chosen; not by that person. */
export function completeRequest(
  facts: RequestFacts,
  decider: Decider,
  steps: number,
): { state: RequestState } | { refusal: DecisionRefusal } {
  const next = nextRequestState(facts.state, { event: 'complete', steps }, facts.kind);
  if ('refusal' in next) return next;
  const who = refuseDecider(facts, decider);
  return who ? { refusal: who } : next;
}

/** Why someone may not decide the step that a request waits for, whatever the decision; null: they may. */
function refuseDecider(facts: RequestFacts, { kind, ids, may }: Decider): DecisionRefusal | null {
  if (!may) return 'no_right';
  if (facts.state.is !== 'in_approval' && facts.state.is !== 'to_complete') return 'not_in_approval';
  if (ids.some((id) => id === facts.person_id || facts.asked_by.includes(id))) return 'own_request';
  const step = stepAt(facts);
  if (kind === 'person' && (!step?.person_id || !ids.includes(step.person_id))) return 'not_your_step';
  const decidedOther = facts.steps.some(
    ({ position, decision, decided_by_id }) =>
      position !== step?.position && decision !== null && decided_by_id !== null && ids.includes(decided_by_id),
  );
  return facts.needs_four_eyes && decidedOther ? 'same_decider' : null;
}

const stepAt = ({ state, steps }: RequestFacts): Step | undefined =>
  state.is === 'draft' ? undefined : steps.find(({ position }) => position === state.step);

/**
 * The last decision of a request, if this one has made it and may take it back: then it waits for that step again.
 * @returns the position of the step
 */
export function revocableStep(facts: RequestFacts, { ids, may }: Decider): number | { refusal: DecisionRefusal } {
  if (!may) return { refusal: 'no_right' };
  const last = facts.steps.findLast(({ decision }) => decision !== null);
  if (!last) return { refusal: 'not_your_step' };
  const next = nextRequestState(facts.state, { event: 'revoke', step: last.position }, facts.kind);
  if ('refusal' in next) return next;
  return last.decided_by_id !== null && ids.includes(last.decided_by_id) ? last.position : { refusal: 'not_your_step' };
}
