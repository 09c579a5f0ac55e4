import type { RuleObject } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { asCaller, asProduct, type Reader } from '#platform/visible-to';
import { saveDecisions } from '../decisions/service';
import { keepTree } from '../locations/service';
import { type Acceptance, acceptRecorded, haveOtherDoors, reachBeyond } from '../plans/service';
import { markDriftAccepted } from '../recorded/service';
import { acceptanceOf, hoursToAccept } from './acceptance';
import { describeDrift } from './describe-drift';
import { type DriftRow, fromDrift, showDrift, withShownDoors } from './drift-query';

type Accepted = { success: true; accepted: number; waiting: { id: string; name: string }[] };

/**
 * Edits the drafts of plans so that they say what is recorded, all in one transaction. Skips what was accepted before.
 * @throws AppError not_found, conflict when one cannot be accepted, validation_failed
 */
export function acceptDrift(deps: Deps, caller: Caller, ids: readonly string[]): Promise<Accepted> {
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    const reader = asCaller(tx, caller);
    const rows = (await takeRows(reader, ids)).filter(({ state }) => state === 'open');
    for (const row of rows) refuseUnacceptable(row);
    await refuseBeyondScope(reader, rows);
    const ofRules = Map.groupBy(rows, ({ rule_id }) => rule_id ?? '');
    await holdRules(tx, [...ofRules.keys()]);
    const rules = [];
    for (const [ruleId, ofRule] of ofRules) {
      rules.push(...(await acceptRecorded(tx, { deps, caller }, ruleId, editOf(ofRule))));
    }
    const accepted = rows.map(({ id }) => id);
    await markDriftAccepted(tx, accepted);
    const decided = { choice: 'accept', by: caller.name, at: deps.clock() };
    await saveDecisions(tx, { subject: 'recorded_drift', ids: accepted, ...decided });
    const entries = rows.map((row) => ({ id: row.id, what: renderSentence(describeDrift(row, row.person_name)) }));
    await recordEvent(tx, caller, 'drift.accepted', { details: { entries, rules } });
    return { success: true, accepted: accepted.length, waiting: waitingPlans(rows) };
  });
}

/** Locks all rules before the first plan, to avoid deadlocks. */
const holdRules = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('access_rule')
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute();

/** Locks them, in one order. @throws AppError not_found when the caller sees no such change; then nothing changes */
async function takeRows(reader: Reader, ids: readonly string[]): Promise<DriftRow[]> {
  await reader.db
    .selectFrom('recorded_drift')
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await showDrift(reader, fromDrift(reader))
    .where('drift.id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('rule.id')
    .execute();
  if (rows.length < new Set(ids).size) throw notFound('drift');
  return rows.map(withShownDoors);
}

function refuseUnacceptable(row: DriftRow): void {
  const { whyNot } = acceptanceOf(row);
  if (!whyNot) return;
  throw new AppError('conflict', say('drift.notAccepted', { what: describeDrift(row, row.person_name), why: whyNot }));
}

/**
 * A person who is added gets all that a rule opens; other doors and hours are everybody's whom the rule reaches.
 * @throws AppError forbidden when accepting a change would do something to people or doors outside the caller's scope
 */
async function refuseBeyondScope(reader: Reader, rows: readonly DriftRow[]): Promise<void> {
  if (reader.viewer.scope === null) return;
  for (const row of rows) {
    const { kind, rule_id } = row;
    const rule = await reachBeyond(reader, rule_id ?? '');
    const ofDoors = kind === 'doors_added' || kind === 'doors_removed';
    const isBeyond =
      (kind !== 'member_added' && rule.people) || (ofDoors ? await listsOtherDoors(reader, row.id) : rule.doors);
    if (isBeyond)
      throw new AppError('forbidden', say('drift.needsWhole', { what: describeDrift(row, row.person_name) }));
  }
}

async function listsOtherDoors(reader: Reader, id: string): Promise<boolean> {
  const [whole] = await showDrift(asProduct(reader.db), fromDrift(asProduct(reader.db)))
    .where('drift.id', '=', id)
    .execute();
  const [shown] = await showDrift(reader, fromDrift(reader)).where('drift.id', '=', id).execute();
  const groups = (shown?.doors ?? []).flatMap((door) => (door.is_group && door.id ? door.id : []));
  return whole?.doors.length !== shown?.doors.length || (await haveOtherDoors(reader, groups));
}

/** The edit for all changes of one rule's profile. */
function editOf(rows: readonly DriftRow[]): Acceptance {
  const of = (kind: DriftRow['kind']) => rows.filter((row) => row.kind === kind);
  const [hours] = of('hours_changed').map(hoursToAccept);
  return {
    people: of('member_added').flatMap(({ person_reference }) => person_reference ?? []),
    added: of('doors_added').flatMap(objectsOf),
    removed: of('doors_removed').flatMap(objectsOf),
    ...(hours && { time_restrictions: hours }),
    isOff: of('profile_deleted').length > 0,
  };
}

const objectsOf = ({ doors }: DriftRow): RuleObject[] =>
  doors.flatMap(({ id, is_group }) =>
    id === null ? [] : [{ object_type: is_group ? 'cylinder_group' : 'cylinder', object_identifier: id }],
  );

function waitingPlans(rows: readonly DriftRow[]): { id: string; name: string }[] {
  const plans = new Map<string, string>();
  for (const { plan_id, plan_name, takes_effect } of rows) {
    if (plan_id !== null && takes_effect === 'on_activation') plans.set(plan_id, plan_name ?? '');
  }
  return [...plans].map(([id, name]) => ({ id, name }));
}
