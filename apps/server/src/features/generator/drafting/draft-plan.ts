import { type Answer, type GeneratorSettings, KeyPlanCreate, type suggestions } from '@key2xs/contract';
import {
  type AccessIndex,
  copyAccess,
  type DraftEffect,
  type DraftGrants,
  draftEffect,
  draftGrants,
  hoursReader,
} from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { inSlices } from '#platform/in-slices';
import { asCaller, type Reader } from '#platform/visible-to';
import { loadPlans } from '../../access/service';
import { peopleOf } from '../../people/relation';
import {
  addKeyPlan,
  describeEffect,
  getKeyPlan,
  holdContent,
  holdPlan,
  type KeyPlanRow,
  loadSide,
  replaceLinks,
  withoutEqual,
  writeDraft,
} from '../../plans/service';
import { intsOfBytes } from '../packing';
import { cellsOfDecided, readDecided } from '../suggestions/decided-cells';
import { type HeldRun, holdRun } from '../suggestions/hold-run';
import { type RunData, readRunData } from '../suggestions/run-data';
import { additionsOf, type SuggestionRow } from '../suggestions/suggestion-rows';
import { draftContent } from './draft-content';
import { linksOfRun } from './links-of-run';

/** More would make every question about access slow. */
const maxRules = 20_000;

type Body = { name: string; keyplan_id: string | null; rest: 'single' | 'leave_out' };
type RunToDraft = HeldRun & { data: RunData };
type Author = { deps: Deps; caller: Caller; reader: Reader };

/**
 * Writes what was accepted, and the rest of the rights that were read, as the draft of a plan: a new one that is not active, or one
 * whose edits wait for an activation. Nothing comes into force.
 * @throws AppError not_found; conflict for a name that is taken, a plan whose edits take effect at once, a draft that would be empty or
 * too large, and where it would give more than was accepted
 */
export async function draftPlan(
  { deps, caller, reader }: Author,
  id: string,
  body: Body,
): Promise<Omit<Answer<typeof suggestions.draft>, 'run'>> {
  const { index: live, revision } = await deps.access.whole();
  const index = copyAccess(live); // before anybody else patches it
  return deps.db.transaction().execute(async (tx) => {
    if (body.keyplan_id) await holdContent(tx, body.keyplan_id);
    const held = { ...(await holdRun(tx, id)), data: await readRunData(tx, id) };
    const accepted = held.rows.filter(({ decision }) => decision === 'accepted');
    const grants = await grantsOfRun(tx, held, accepted, body.rest);
    if (grants.ofSuggestions.flat().length + grants.ofRest.length === 0) {
      throw new AppError('conflict', say('suggestion.nothingToDraft'));
    }
    const plan = await planFor(tx, { deps, caller }, held, body);
    const wanted = await contentOf(tx, reader, { held, accepted, grants, plan, index });
    const effect = await effectOf(index, { held, plan, rules: wanted.rules });
    refuseMore(effect, grants);
    const from = await loadSide(tx, plan, 'draft');
    await writeDraft(tx, { deps, caller, keyplanId: plan.id }, { from, to: withoutEqual(from, wanted.content) });
    await tx.updateTable('generator_run').set({ drafted_key_plan_id: plan.id }).where('id', '=', id).execute();
    const counts = { rules: wanted.content.rules.size, profiles: wanted.content.profiles.size };
    const { rightsGained: rights_gained, rightsLost: rights_lost } = effect.delta;
    const details = { keyplan_id: plan.id, name: plan.name, rest: body.rest, ...counts, rights_gained, rights_lost };
    await recordEvent(tx, caller, 'generator_run.drafted', { id, details });
    const described = await describeEffect(asCaller(tx, caller), {
      plan,
      effect: effect.delta,
      after: index,
      revision,
    });
    return { keyplan_id: plan.id, ...counts, rights_unwritten: effect.unknown, delta: described.effect };
  });
}

async function grantsOfRun(
  tx: Tx,
  { run, data }: RunToDraft,
  accepted: readonly SuggestionRow[],
  rest: Body['rest'],
): Promise<DraftGrants> {
  const { removed, added } = cellsOfDecided(await readDecided(tx, run.id), data);
  const { relation, needsApproval } = data.mining;
  return draftGrants(relation, {
    accepted: accepted.map((row) => ({
      id: row.id,
      kind: row.kind,
      people: intsOfBytes(row.people),
      cylinders: intsOfBytes(row.cylinders),
      additions: additionsOf(row),
      acceptsAdditions: row.additions_accepted,
    })),
    needsApproval,
    removed,
    added,
    rest,
  });
}

/** The plan that is written, linked to what was read. Its content and then the run are locked. */
async function planFor(
  tx: Tx,
  { deps, caller }: Omit<Author, 'reader'>,
  { run, data }: RunToDraft,
  { name, keyplan_id }: Body,
): Promise<KeyPlanRow> {
  const links = await linksOfRun(tx, run.settings, data);
  if (!keyplan_id) {
    const description = renderSentence(say('suggestion.drafted'), 'en');
    const time_zone = await zoneOfSource(tx, run.settings);
    const settings = { name, description, takes_effect: 'on_activation', is_active: false, time_zone, ...links };
    return addKeyPlan(tx, { deps, caller }, KeyPlanCreate.parse(settings));
  }
  const plan = await holdPlan(tx, keyplan_id, undefined);
  if (plan.takes_effect === 'at_once')
    throw new AppError('conflict', say('suggestion.planAtOnce', { name: plan.name }));
  const all = (linked: readonly { id: string }[], more: readonly string[]) => [
    ...new Set([...linked.map((one) => one.id), ...more]),
  ];
  const target = { keyplan_id };
  await replaceLinks(tx, { kind: 'iam', ...target }, all(plan.iam_connections, links.iam_connection_ids));
  await replaceLinks(
    tx,
    { kind: 'key_system', ...target },
    all(plan.key_system_connections, links.key_system_connection_ids),
  );
  return getKeyPlan(asCaller(tx, caller), keyplan_id);
}

/** Hours of a plan are by its clock. */
async function zoneOfSource(tx: Tx, { source }: GeneratorSettings): Promise<string | undefined> {
  if (source.kind !== 'plan') return undefined;
  const [plan] = await loadPlans(tx, [source.keyplan_id]);
  return plan?.time_zone;
}

type Wanted = {
  held: RunToDraft;
  accepted: readonly SuggestionRow[];
  grants: DraftGrants;
  plan: KeyPlanRow;
  index: AccessIndex;
};

/** @throws AppError conflict */
async function contentOf(tx: Tx, reader: Reader, { held, accepted, grants, plan, index }: Wanted) {
  const count = grants.ofSuggestions.flat().length + grants.ofRest.length;
  if (count > maxRules) throw new AppError('conflict', say('suggestion.tooManyRules', { count, max: maxRules }));
  const { people, cylinders, hours, mining } = held.data;
  const alone = grants.ofRest.flatMap((grant) =>
    grant.people.length === 1 ? (people[grant.people[0] ?? -1] ?? []) : [],
  );
  const names = await listNames(tx, reader, alone);
  const drafting = {
    keyplan_id: plan.id,
    iam_connection_ids: plan.iam_connections.map(({ id }) => id),
    index,
    people,
    cylinders,
    schedules: hours?.schedules ?? [],
    hoursOf: hours ? hoursReader(mining.relation, hours) : () => 0,
    nameOf: (person: string) => names.get(person) ?? person,
    tell: (sentence: Parameters<typeof renderSentence>[0]) => renderSentence(sentence, reader.language),
    language: reader.language,
  };
  return draftContent(drafting, accepted, grants);
}

async function listNames(tx: Tx, reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

type Drafted = { held: RunToDraft; plan: KeyPlanRow; rules: Awaited<ReturnType<typeof contentOf>>['rules'] };

const effectOf = (index: AccessIndex, { held: { data }, plan, rules }: Drafted): Promise<DraftEffect> =>
  inSlices(
    draftEffect(index, {
      read: data.mining.relation,
      hours: data.hours,
      people: data.people,
      cylinders: data.cylinders,
      rules,
      iam_connection_ids: plan.iam_connections.map(({ id }) => id),
    }),
  );

/** @throws AppError conflict: a draft gives no right that is not accepted, whatever has changed since the run has read */
function refuseMore({ delta }: DraftEffect, { gained }: DraftGrants): void {
  if (delta.rightsGained > gained.people.length) throw new AppError('conflict', say('suggestion.givesMore'));
}
