import type { KeyRequest, KeyRequestRule, KeyRequestStep } from '@key2xs/contract';

type StepKind = KeyRequestStep['kind'];

const dayMs = 86_400_000;

/** From this protection class on two different people decide, whatever the rules say. */
const fourEyesFrom = 4;

export type AskedFor = {
  kind: KeyRequest['kind'];
  protection_class: number | null;
  /** Null: without an end. */
  days: number | null;
};

export type Needed = { steps: StepKind[]; max_days: number | null; needs_four_eyes: boolean };

/** How long is asked for, in days begun. A return and a replacement need no duration. */
export function daysAsked(starts_at: string | null, ends_at: string | null, now: Date): number | null {
  if (ends_at === null) return null;
  const begins = Math.max(starts_at === null ? 0 : Date.parse(starts_at), now.getTime());
  return Math.max(0, Math.ceil((Date.parse(ends_at) - begins) / dayMs));
}

/** What the first rule that fits asks for; where none fits, security decides. */
export function stepsNeeded(rules: readonly KeyRequestRule[], asked: AskedFor): Needed {
  const { kind, protection_class, days } = asked;
  const rule = rules.find(
    ({ kinds, min_class, min_days }) =>
      (kinds.length === 0 || kinds.includes(kind)) &&
      (min_class === null || (protection_class ?? 0) >= min_class) &&
      (min_days === null || days === null || days > min_days),
  );
  const { steps, max_days }: Pick<KeyRequestRule, 'steps' | 'max_days'> = rule ?? {
    steps: ['security'],
    max_days: null,
  };
  const needs_four_eyes = (protection_class ?? 0) >= fourEyesFrom && kind !== 'return';
  const missing = needs_four_eyes ? Math.max(0, 2 - steps.length) : 0;
  const added: StepKind[] = Array.from({ length: missing }, () => 'security');
  return { steps: [...steps, ...added], max_days, needs_four_eyes };
}

export const isTooLong = ({ max_days }: Needed, { kind, days }: AskedFor): boolean =>
  max_days !== null && kind !== 'return' && kind !== 'replacement' && (days === null || days > max_days);

/** Someone who could agree; absent people and those without a valid record do not. */
export type Approver = { id: string; is_active: boolean };
export type Away = { person_id: string; deputy_id: string; from: string; until: string };

export type Around = {
  /** For whom it is. */
  person_id: string;
  manager: Approver | null;
  owner: Approver | null;
  /** The deputy that the place names. */
  owner_deputy: Approver | null;
  /** Those who stand in for someone who is away. */
  deputies: readonly Approver[];
  absences: readonly Away[];
};

export type AssignedStep = { kind: StepKind; person_id: string | null; stands_in: boolean };

/**
 * Who agrees at each step, as it is when a request is submitted. Someone who is away is skipped for the deputy. No one agrees to
 * a request for themselves: then, and where no one is known, security decides that step.
 */
export function assignSteps(steps: readonly StepKind[], around: Around, now: Date): AssignedStep[] {
  return steps.map((kind) => {
    if (kind === 'security') return { kind, person_id: null, stands_in: false };
    const own = kind === 'manager' ? around.manager : around.owner;
    const away = own && absenceOf(around, own.id, now);
    const standIns = [
      ...(own ? around.deputies.filter(({ id }) => id === away?.deputy_id) : []),
      ...(kind === 'owner' && around.owner_deputy ? [around.owner_deputy] : []),
    ];
    if (own && !away && mayAgree(own, around)) return { kind, person_id: own.id, stands_in: false };
    const other = standIns.find((one) => mayAgree(one, around) && !absenceOf(around, one.id, now));
    return other ? { kind, person_id: other.id, stands_in: true } : { kind, person_id: null, stands_in: false };
  });
}

const mayAgree = ({ id, is_active }: Approver, { person_id }: Around) => is_active && id !== person_id;

const absenceOf = ({ absences }: Around, id: string, now: Date): Away | undefined =>
  absences.find(
    ({ person_id, from, until }) =>
      person_id === id && Date.parse(from) <= now.getTime() && now.getTime() < Date.parse(until),
  );
