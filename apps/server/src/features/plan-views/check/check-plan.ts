import type { PlanCheck } from '@key2xs/contract';
import { checkPlan, indexAccess, type PlanToCheck, type RuleFacts, reachedElsewhere } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { loadCylinders, loadDrafts, loadLocations, loadPeople, loadPlans } from '../../access/service';
import { doorsOf } from '../../cylinders/relation';
import { getKeyPlan, hidingParts } from '../../plans/service';
import { presentFindings } from './present-check';

/** What in a plan is most likely not meant. Writes nothing. @throws AppError not_found */
export async function checkKeyPlan(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  keyplanId: string,
): Promise<PlanCheck> {
  await getKeyPlan(reader, keyplanId);
  const { plan, rules } = await reader.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => loadPlanToCheck({ ...reader, db: tx }, keyplanId));
  const elsewhere = reachedElsewhere((await access.current(reader)).index, keyplanId);
  const check = checkPlan({ ...plan, elsewhere });
  return { ...check, findings: await presentFindings(reader, rules, check.findings) };
}

type Loaded = { plan: Omit<PlanToCheck, 'elsewhere'>; rules: RuleFacts[] };

/** The plan with its rules as they are written, switched on or not, and what they are measured by. */
async function loadPlanToCheck(reader: Reader, keyplanId: string): Promise<Loaded> {
  const { db } = reader;
  const [plan] = await loadPlans(db, [keyplanId]);
  if (!plan) throw notFound('key_plan');
  const { rules: written = [], profiles = [] } = (await loadDrafts(db, [keyplanId])).get(keyplanId) ?? {};
  const rules = written.map(await hidingParts(reader, written));
  const people = (await loadPeople(reader)).filter((person) => plan.iam_connection_ids.includes(person.connection_id));
  const index = indexAccess({
    plans: [plan],
    rules,
    people,
    cylinders: await loadCylinders(reader),
    locations: await loadLocations(db),
    profiles,
  });
  return { plan: { index, plan, people, ...(await loadMeasures(reader, keyplanId)) }, rules };
}

async function loadMeasures(reader: Reader, keyplanId: string) {
  const { db } = reader;
  const groups = await db.selectFrom('cylinder_group').select('id').where('deleted_at', 'is', null).execute();
  const linked = await db
    .selectFrom(doorsOf(reader))
    .innerJoin('key_plan_key_system as link', 'link.connection_id', 'cylinder.connection_id')
    .select('cylinder.id')
    .where('link.keyplan_id', '=', keyplanId)
    .where('cylinder.deleted_at', 'is', null)
    .orderBy('cylinder.marking')
    .execute();
  const places = await db.selectFrom('location').select(['id', 'protection_class']).execute();
  return {
    cylinder_group_ids: new Set(groups.map(({ id }) => id)),
    linked_cylinder_ids: new Set(linked.map(({ id }) => id)),
    protection: new Map(
      places.flatMap(({ id, protection_class }) => (protection_class === null ? [] : [[id, protection_class]])),
    ),
  };
}
