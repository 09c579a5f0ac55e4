import type { VersionReach } from '@key2xs/contract';
import { type AccessIndex, compareAccess, copyAccess, crowdsOfPlan, sumCrowds } from '@key2xs/domain';
import type { Db, Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { getKeyPlan } from '../service';
import { patch, switchTo } from '../versions/index-sides';
import { compareContents, loadSides, type PlanContent } from '../versions/sides';

const mostVersions = 24;

/** What the last versions of a plan reach with the people and doors of today, the oldest first. @throws AppError not_found */
export async function readGrowth(deps: Deps, reader: Reader, keyplanId: string) {
  const { db } = reader;
  const plan = await getKeyPlan(reader, keyplanId);
  const versions = (await listVersions(db, plan.id)).reverse();
  const numbers = versions.map(({ number }) => number);
  const [first = 1] = numbers;
  const contents = await loadSides(db, plan.id, [first - 1, ...numbers]);
  const [before, ...after] = [first - 1, ...numbers].map((number) => contents.get(number) ?? nothing);
  const inForce = contents.get(plan.version_in_force) ?? nothing;
  const at = deps.clock().toISOString();
  const { index } = await deps.access.current();
  const sides: [AccessIndex, AccessIndex] = [copyAccess(index), copyAccess(index)]; // before anybody else patches it
  for (const side of sides) switchTo(side, plan.id, true);
  const reached = await measureEach(sides, { planId: plan.id, inForce, contents: [before ?? nothing, ...after] });
  const items = versions.map((version, i): VersionReach => ({ ...version, ...(reached[i] ?? noReach) }));
  return { at, items };
}

const nothing: PlanContent = { rules: new Map(), profiles: new Map() };

type Reach = Omit<VersionReach, 'number' | 'at' | 'cause'>;
const noReach: Reach = { people: 0, doors: 0, rights: 0, people_gaining: 0, people_losing: 0 };

type Course = { planId: string; inForce: PlanContent; contents: readonly PlanContent[] };

/** Two indexes take turns: one is a version, the other is patched from the version before that one to the next. */
async function measureEach(
  [older, newer]: [AccessIndex, AccessIndex],
  { planId, inForce, contents }: Course,
): Promise<Reach[]> {
  const [first = nothing, ...others] = contents;
  patch(older, compareContents(inForce, first));
  let before = { index: older, content: first };
  let spare = { index: newer, content: inForce };
  const found: Reach[] = [];
  for (const content of others) {
    const last = found.at(-1);
    const differences = compareContents(before.content, content);
    if (last && differences.rules.length + differences.profiles.length === 0) {
      found.push({ ...last, people_gaining: 0, people_losing: 0 });
      continue;
    }
    patch(spare.index, compareContents(spare.content, content));
    const after = { index: spare.index, content };
    const reached = sumCrowds(await inSlices(crowdsOfPlan(after.index, planId)));
    found.push({ ...reached, ...(await inSlices(countChanged(before.index, after.index))) });
    [before, spare] = [after, before];
  }
  return found;
}

function* countChanged(before: AccessIndex, after: AccessIndex) {
  const counts = { people_gaining: 0, people_losing: 0 };
  for (const { persons, gained, lost } of compareAccess(before, after)) {
    if (gained.some(Boolean)) counts.people_gaining += persons.length;
    if (lost.some(Boolean)) counts.people_losing += persons.length;
    yield;
  }
  return counts;
}

async function listVersions(db: Db, keyplanId: string) {
  const rows = await db
    .selectFrom('key_plan_version')
    .select(['number', 'at', 'cause'])
    .where('keyplan_id', '=', keyplanId)
    .orderBy('number', 'desc')
    .limit(mostVersions)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
