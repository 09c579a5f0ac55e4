import {
  type Answer,
  type DraftEdit,
  type draftEdits,
  type EditProposal,
  fitLine,
  type Parsed,
  ruleLimits,
} from '@key2xs/contract';
import { foldText, type PlanDelta, type PlannedEdit, proposeEdits } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { inSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { nameSubjects } from '../../people/service';
import type { PlanContent } from '../content/sides';
import { indexDraft } from '../effect/compare';
import { describeEffect } from '../effect/describe-effect';
import { nameObjects } from '../parts/name-objects';
import { listRuleVersions } from '../parts/rule-queries';
import { getKeyPlan } from '../settings/get-plan';
import { describeEdits, describeElsewhere, type Names } from './describe-edits';
import { freeName, nameKey } from './free-name';

/**
 * Ways to edit the rules of a draft so that someone may open doors, or no longer, each with what it would do.
 * @throws AppError not_found; conflict where it would take more edits than can be applied at once
 */
export async function proposeDraftEdits(
  deps: Deps,
  reader: Reader,
  { params, body }: Parsed<typeof draftEdits.propose>,
): Promise<Answer<typeof draftEdits.propose>> {
  const { db, language } = reader;
  const plan = await getKeyPlan(reader, params.keyplan_id);
  const versions = await listRuleVersionsOf(db, plan.id); // before the rules: an older version is refused later
  const { index, revision, draft } = await indexDraft(deps, reader, plan);
  const who = body.who.map(({ all_of }) => all_of);
  const request = { planId: plan.id, grant: body.grant, who, objects: body.objects };
  const { proposals, elsewhere, inseparable, isTooMuch } = await inSlices(proposeEdits(index, request));
  if (isTooMuch) throw new AppError('conflict', say('draftEdit.tooMuch'));
  const spelled = await spellLikePeople(
    reader,
    proposals.flatMap(({ edits }) => edits),
  );
  const names = await namesOf(
    reader,
    draft,
    proposals.flatMap(({ edits }) => edits),
    spelled,
  );
  const presented = [];
  const described = new Map<PlanDelta, EditProposal['effect']>();
  for (const { edits: planned, effect, isExact, others } of proposals) {
    const edits = writeEdits({ planned: planned.map(spelled), draft, versions, names });
    const said =
      described.get(effect) ?? (await describeEffect(reader, { plan, effect, after: index, revision })).effect;
    described.set(effect, said);
    presented.push({
      edits,
      sentences: describeEdits({ draft, edits, planned, names, others, grant: body.grant }).map((one) =>
        renderSentence(one, language),
      ),
      effect: said,
      is_exact: isExact,
    });
  }
  return {
    proposals: presented,
    inseparable: inseparable.map(({ rule: { rule }, others }) => ({
      rule_id: rule.id,
      sentence: renderSentence(
        say('draftEdit.inseparable', { rule: rule.name, count: others, most: ruleLimits.subjects }),
        language,
      ),
    })),
    elsewhere: describeElsewhere(elsewhere).map((one) => renderSentence(one, language)),
  };
}

async function listRuleVersionsOf(db: Db, keyplanId: string): Promise<Map<string, number>> {
  const rules = await db.selectFrom('access_rule').select('id').where('keyplan_id', '=', keyplanId).execute();
  return listRuleVersions(
    db,
    rules.map(({ id }) => id),
  );
}

type Spelled = (edit: PlannedEdit) => PlannedEdit;

/** Titles and departments that the index knows folded, as most people have them in the directory. */
async function spellLikePeople(reader: Reader, edits: readonly PlannedEdit[]): Promise<Spelled> {
  if (!edits.some((edit) => edit.kind !== 'remove_rule' && edit.rule.subject_match === 'all')) return (edit) => edit;
  const people = peopleOf(reader);
  const { rows } = await sql<{ text: string }>`
    select text from (
      select department as text from ${people} where active union all select job_title from ${people} where active) as spelled
    where text is not null group by text order by count(*), text`.execute(reader.db);
  const spelling = new Map(rows.map(({ text }) => [foldText(text), text]));
  return (edit) => {
    if (edit.kind === 'remove_rule' || !edit.rule.subjects) return edit;
    const subjects = edit.rule.subjects.map((subject) => {
      const isFolded = subject.subject_identifier === foldText(subject.subject_identifier);
      return {
        ...subject,
        subject_identifier: (isFolded && spelling.get(subject.subject_identifier)) || subject.subject_identifier,
      };
    });
    return { ...edit, rule: { ...edit.rule, subjects } } as PlannedEdit; // the same subjects, spelled otherwise
  };
}

async function namesOf(
  reader: Reader,
  draft: PlanContent,
  planned: readonly PlannedEdit[],
  spelled: Spelled,
): Promise<Names> {
  const edits = planned.map(spelled).flatMap((edit) => (edit.kind === 'remove_rule' ? [] : [edit.rule]));
  const touched = planned.flatMap((edit) => (edit.kind === 'add_rule' ? [] : (draft.rules.get(edit.rule_id) ?? [])));
  const said = [...edits, ...touched];
  const objects = await nameObjects(
    reader,
    said.flatMap((rule) => rule.objects ?? []),
  );
  const subject = await nameSubjects(
    reader,
    said.flatMap((rule) => rule.subjects ?? []),
  );
  return {
    object: ({ object_identifier }) => objects.get(object_identifier)?.name ?? '',
    subject: (one) => subject(one).name,
  };
}

const mostInName = 3;

/** With versions of the rules they change, and names for those they add. */
function writeEdits({
  planned,
  draft,
  versions,
  names,
}: {
  planned: readonly PlannedEdit[];
  draft: PlanContent;
  versions: ReadonlyMap<string, number>;
  names: Names;
}): DraftEdit[] {
  const taken = new Set([...draft.rules.values()].map(({ name }) => nameKey(name)));
  return planned.map((edit): DraftEdit => {
    if (edit.kind === 'remove_rule') return { ...edit, version: versions.get(edit.rule_id) };
    const parts = {
      ...(edit.rule.subjects && { subjects: [...edit.rule.subjects] }),
      ...(edit.rule.objects && { objects: [...edit.rule.objects] }),
    };
    if (edit.kind === 'change_rule') {
      const { subject_match } = edit.rule;
      return {
        ...edit,
        version: versions.get(edit.rule_id),
        rule: { ...(subject_match && { subject_match }), ...parts },
      };
    }
    const { subjects, objects, subject_match, time_restrictions } = edit.rule;
    const called = subjects.map(names.subject);
    const rest = called.length > mostInName ? ' …' : '';
    const name = freeName(fitLine(called.slice(0, mostInName).join(', '), 90) + rest, taken);
    const rule = {
      subject_match,
      subjects: [...subjects],
      objects: [...objects],
      time_restrictions: [...time_restrictions],
    };
    return { kind: 'add_rule', rule: { ...rule, name, description: null, is_active: true } };
  });
}
