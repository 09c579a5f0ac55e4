import type { KeyRequestDetail, keyRequests } from '@key2xs/contract';
import { nextRequestState } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { AppError, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { asCaller, sees } from '#platform/visible-to';
import { applyWith, findRule } from '../plans/service';
import { change, type One, stateOf } from './change-request';

const maxWords = 500;

const grantable: readonly Schema['key_request']['state'][] = [
  'approved',
  'in_preparation',
  'ready_for_pickup',
  'handed_out',
];
const wholeWeek = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };

/**
 * Gives the person of an approved request its place by a rule in the draft of a plan, until the day granted.
 * @throws AppError not_found, conflict, validation_failed, version_conflict
 */
export function grant(one: One, { keyplan_id }: z.output<typeof keyRequests.grant.body>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    const { deps, caller, id } = one;
    if (!sees(asCaller(tx, caller).viewer, 'key_desk')) throw notFound('key_request');
    if (row.kind === 'return' || row.kind === 'extension' || row.kind === 'replacement') {
      throw new AppError('conflict', say('keyRequest.noPlace'));
    }
    if (!grantable.includes(row.state)) throw new AppError('conflict', say('keyRequest.refused.not_approved'));
    if (row.place_id === null) throw new AppError('conflict', say('keyRequest.placeGone'));
    if (row.rule_id !== null && (await findRule(tx, row.rule_id))) {
      throw new AppError('conflict', say('keyRequest.alreadyGranted'));
    }
    const rule_id = deps.newId();
    const ends = row.granted_until ?? row.ends_at;
    const rule = {
      subjects: [{ subject_type: 'user' as const, subject_identifier: row.person_id }],
      objects: [{ object_type: 'location' as const, object_identifier: row.place_id }],
      time_restrictions:
        row.starts_at === null && ends === null
          ? []
          : [
              {
                ...wholeWeek,
                valid_from: row.starts_at?.toISOString() ?? null,
                valid_until: ends?.toISOString() ?? null,
              },
            ],
      ...{ description: row.reason, is_active: true, subject_match: 'any' as const },
    };
    const words = `${row.asked_by}: ${row.reason}`.slice(0, maxWords);
    const body = { edits: [{ kind: 'add_rule' as const, rule_id, rule }], words };
    await applyWith(tx, { deps, caller, id: keyplan_id, body, reader: asCaller(tx, caller) });
    const found = await findRule(tx, rule_id);
    if (!found) throw new Error('the plan has no rule that was just added');
    await recordEvent(tx, caller, 'key_request.changed', { id, details: { event: 'grant', keyplan_id, rule_id } });
    const applied = found.is_in_force ? nextRequestState(facts.state, { event: 'apply' }, row.kind) : undefined;
    const state = applied && 'state' in applied ? applied.state : stateOf(row);
    return { state, happening: 'granted', note: found.plan_name, set: { rule_id } };
  });
}
