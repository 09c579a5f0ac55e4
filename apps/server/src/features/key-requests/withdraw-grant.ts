import { say } from '@key2xs/texts';
import type { Selectable } from 'kysely';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { RuleContent, Schema } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { applyWith, findRule } from '../plans/service';

type Granted = Pick<Selectable<Schema['key_request']>, 'rule_id' | 'person_id' | 'place_id'>;

type Withdrawing = { deps: Pick<Deps, 'newId'>; caller: Caller; reason: string };

/**
 * Takes the rule that was added for a request out of the draft of its plan again. A requester who withdraws their own grant need not
 * be able to edit plans; and a caller by link learns no name of a rule or plan.
 * @throws AppError conflict where the rule gives access to others too
 */
export async function withdrawGrant(tx: Tx, row: Granted, { deps, caller, reason }: Withdrawing): Promise<void> {
  if (row.rule_id === null) return;
  const found = await findRule(tx, row.rule_id);
  if (!found?.written) return;
  try {
    if (!isOnlyFor(found.written, row)) {
      throw new AppError(
        'conflict',
        say('keyRequest.grantChanged', { rule: found.written.name, plan: found.plan_name }),
      );
    }
    const body = { edits: [{ kind: 'remove_rule' as const, rule_id: row.rule_id }], words: reason };
    await applyWith(tx, { deps, caller, id: found.keyplan_id, body, reader: asProduct(tx) });
  } catch (error) {
    if (caller.is_by_link && error instanceof AppError) throw new AppError('conflict', say('keyRequest.grantHeld'));
    throw error;
  }
}

function isOnlyFor({ subjects, objects }: RuleContent, { person_id, place_id }: Granted) {
  const isPerson = subjects.every(({ subject_identifier }) => subject_identifier === person_id);
  return isPerson && (place_id === null || objects.every(({ object_identifier }) => object_identifier === place_id));
}
