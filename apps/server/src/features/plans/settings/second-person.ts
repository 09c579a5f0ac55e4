import { say } from '@key2xs/texts';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { isOnePerson } from '#platform/sign-in/one-person';
import type { Difference } from '../content/differences';
import { listEditorIds } from '../content/editors';
import type { KeyPlanRow } from './plan-queries';

const requestMs = 7 * 24 * 3_600_000;

type Author = { deps: Pick<Deps, 'clock'>; caller: Caller };

/** @throws AppError conflict for an editor of what is pending, or an account that may belong to one */
export async function refuseEditors(
  tx: Tx,
  { deps, caller }: Author,
  { id, needs_second_person }: KeyPlanRow,
  pending: readonly Difference[],
): Promise<void> {
  if (!needs_second_person || pending.length === 0) return;
  const records = pending.map(({ record_id }) => record_id);
  const editors = await listEditorIds(tx, id, records);
  if (caller.actor && editors.includes(caller.actor.id)) throw new AppError('conflict', say('keyPlan.ownEdits'));
  if (await isOnePerson(tx, { deps, caller }, editors)) throw new AppError('conflict', say('keyPlan.newAccount'));
}

/** A request that another person can still confirm; what it sets of the plan. */
type Removal = Pick<KeyPlanRow, 'second_person_removal_by' | 'second_person_removal_at'>;
const noRemoval: Removal = { second_person_removal_by: null, second_person_removal_at: null };

/**
 * What becomes of a second person that shall no longer be required: the first administrator asks for it, another one who
 * wants the same confirms it.
 */
export async function removeSecondPerson(
  tx: Tx,
  { deps, caller }: Author,
  plan: KeyPlanRow,
): Promise<Removal & { needs_second_person: boolean }> {
  const asker = openRemoval(plan, deps.clock())?.by;
  if (asker && !(await isOnePerson(tx, { deps, caller }, [asker]))) return { ...noRemoval, needs_second_person: false };
  const isAskedAlready = asker !== undefined && asker !== caller.actor?.id;
  const request = isAskedAlready
    ? plan
    : { second_person_removal_by: caller.actor?.id ?? null, second_person_removal_at: deps.clock() };
  const { second_person_removal_by, second_person_removal_at } = request;
  return { second_person_removal_by, second_person_removal_at, needs_second_person: true };
}

/** The request to no longer require a second person, unless it is too old. */
function openRemoval(
  { second_person_removal_by: by, second_person_removal_at: at }: Removal,
  now: Date,
): { by: string; at: Date } | undefined {
  return by && at && now.getTime() - at.getTime() < requestMs ? { by, at } : undefined;
}
