import type { RuleObject } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { saveDecisions } from '../decisions/service';
import { keepTree } from '../locations/service';
import { type Acceptance, acceptRecorded } from '../plans/service';
import { markDriftAccepted } from '../recorded/service';
import { acceptanceOf, hoursToAccept } from './acceptance';
import { describeDrift } from './describe-drift';
import { type DriftRow, fromDrift, showDrift } from './drift-query';

type Accepted = { success: true; accepted: number; waiting: { id: string; name: string }[] };

/**
 * Edits the drafts of plans so that they say what is recorded, all in one transaction. Skips what was accepted before.
 * @throws AppError not_found, conflict when one cannot be accepted, validation_failed
 */
export function acceptDrift(deps: Deps, caller: Caller, ids: readonly string[]): Promise<Accepted> {
  return deps.db.transaction().execute(async (tx) => {
    await keepTree(tx);
    const rows = (await takeRows(tx, ids)).filter(({ state }) => state === 'open');
    for (const row of rows) refuseUnacceptable(row);
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

/** Locks them, in one order. @throws AppError not_found when one is gone; then nothing changes */
async function takeRows(tx: Tx, ids: readonly string[]): Promise<DriftRow[]> {
  const held = await tx
    .selectFrom('recorded_drift')
    .select('id')
    .where('id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute();
  if (held.length < new Set(ids).size) throw notFound('drift');
  return showDrift(fromDrift(tx))
    .where('drift.id', '=', (q) => q.fn.any(q.val([...ids])))
    .orderBy('rule.id')
    .execute();
}

function refuseUnacceptable(row: DriftRow): void {
  const { whyNot } = acceptanceOf(row);
  if (!whyNot) return;
  throw new AppError('conflict', say('drift.notAccepted', { what: describeDrift(row, row.person_name), why: whyNot }));
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
