import type { RemovalState, ReviewDecision, ReviewedAccess } from '@key2xs/contract';

/** What a decision depends on. */
export type RightInReview = Pick<ReviewedAccess, 'protection_class' | 'source' | 'evidence'> & {
  person_id: string | null;
  recorded_person_id: string | null;
  key_id: string | null;
};

/** Places of this class have each right decided alone. */
const alwaysAlone = 4;
const lowUpTo = 2;

/** Low enough to be kept together with others: given by a rule, at a place without a class, or one that is not well protected. */
const isLowRisk = ({ protection_class, source }: Pick<RightInReview, 'protection_class' | 'source'>): boolean =>
  source === 'rule' && (protection_class ?? 0) <= lowUpTo;

export type ReviewRefusal =
  | 'own_right'
  | 'one_by_one'
  | 'only_low_risk'
  | 'only_keep'
  | 'different_evidence'
  | 'reason_needed';

/**
 * Why rights may not be decided in this way; null: they may. Several at once are only kept, at low risk and with the same evidence.
 * @param own the administrator, and who is acted for: as people, persons of key systems, and the keys they have
 */
export function refuseReviewDecision(
  rights: readonly RightInReview[],
  { decision, reason, own }: { decision: ReviewDecision; reason: string; own: ReadonlySet<string> },
): ReviewRefusal | null {
  if (rights.some((right) => own.has(right.person_id ?? right.recorded_person_id ?? right.key_id ?? '')))
    return 'own_right';
  if (decision !== 'keep' && reason === '') return 'reason_needed';
  if (rights.length < 2) return null;
  if (decision !== 'keep') return 'only_keep';
  if (rights.some(({ protection_class }) => (protection_class ?? 0) >= alwaysAlone)) return 'one_by_one';
  if (!rights.every(isLowRisk)) return 'only_low_risk';
  return new Set(rights.map(({ evidence }) => evidence)).size > 1 ? 'different_evidence' : null;
}

/**
 * Why a review may not be completed; null: it may. Who has decided most of it does not complete it.
 * @param deciders of all its rights, null for one that is not decided
 */
export function refuseCompletion(
  deciders: readonly (string | null)[],
  completing: ReadonlySet<string>,
): 'undecided' | 'same_person' | null {
  if (deciders.some((id) => id === null)) return 'undecided';
  const own = deciders.filter((id) => id !== null && completing.has(id)).length;
  return own * 2 > deciders.length ? 'same_person' : null;
}

/** How far a removal has come, by what plans, key systems and keys say of any of its doors. */
export function removalState(facts: { isGranted: boolean; isRecorded: boolean; isOnKey: boolean }): RemovalState {
  if (facts.isGranted) return 'in_plan';
  if (facts.isRecorded) return 'recorded';
  return facts.isOnKey ? 'on_key' : 'effective';
}
