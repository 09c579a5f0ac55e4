import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById, Description, Instant, Name, Version } from '../fields/common';
import { fieldError, fieldProblem, type PlainWords } from '../fields/field-error';
import { storableText } from '../fields/text';
import { TimeZone } from '../fields/time-zone';
import { KeyPlan, SchedulePolicy } from './key-plans';
import { ObjectType, SubjectType, TimeRestriction } from './rules/access-rules';

export const planWizardSteps = ['basics', 'places', 'who', 'rules', 'time', 'profiles', 'check', 'review'] as const;
export const PlanWizardStep = z.enum(planWizardSteps);
export type PlanWizardStep = z.infer<typeof PlanWizardStep>;

/** Limits of one wizard. */
export const planWizardLimits = { rows: 200, columns: 200, times: 20, grants: 10_000, names: 400 } as const;

const Key = z
  .string()
  .regex(/^[a-z0-9]{1,20}$/, { error: fieldError({ shortId: 'An id of small letters and digits' }) })
  .describe('Made by the client; unique within its list.');
const named = storableText(300);

/** The people of a grant: all who match all of these. */
const Row = z.strictObject({
  id: Key,
  all_of: z
    .array(z.strictObject({ subject_type: SubjectType, subject_identifier: storableText(200).min(1), name: named }))
    .min(1)
    .max(3),
});
type Row = z.output<typeof Row>;
const Column = z.strictObject({
  id: Key,
  object_type: ObjectType.exclude(['access_profile']),
  object_identifier: z.uuid(),
  name: named.describe('As it was called when it was chosen; of a place its path.'),
});
const Time = z.strictObject({
  id: Key,
  name: storableText(100),
  time_restrictions: z.array(TimeRestriction).max(20).describe('Alternatives; none means always.'),
});
const Grant = z.strictObject({ row: Key, column: Key, time: Key.nullable().describe('Null: always.') });

const subjectOf = ({ subject_type: type, subject_identifier: id }: Row['all_of'][number]) =>
  `${type} ${id.toLowerCase()}`;

/** The choices so far. Texts may be unfinished: they are validated when the draft is written. */
export const PlanWizardContent = z
  .strictObject({
    name: storableText(400),
    description: storableText(8_000),
    time_zone: TimeZone,
    schedule_policy: SchedulePolicy,
    iam_connection_ids: z.array(z.uuid()).max(100),
    key_system_connection_ids: z.array(z.uuid()).max(100),
    rows: z.array(Row).max(planWizardLimits.rows),
    columns: z.array(Column).max(planWizardLimits.columns),
    times: z.array(Time).max(planWizardLimits.times),
    grants: z.array(Grant).max(planWizardLimits.grants),
    names: z
      .array(z.strictObject({ key: storableText(100), name: storableText(400) }))
      .max(planWizardLimits.names)
      .describe('Of proposed rules and profiles, where they are called otherwise than proposed.'),
  })
  .superRefine((content, context) => {
    const ids = (part: 'rows' | 'columns' | 'times') => new Set(content[part].map(({ id }) => id));
    const [rows, columns, times] = [ids('rows'), ids('columns'), ids('times')];
    const who = new Set(content.rows.map(({ all_of }) => JSON.stringify(all_of.map(subjectOf).sort())));
    if (who.size < content.rows.length) refuse(['rows'], { samePeople: 'The same people once.' });
    const doors = new Set(content.columns.map(({ object_type, object_identifier: id }) => `${object_type} ${id}`));
    if (doors.size < content.columns.length) refuse(['columns'], { sameDoors: 'The same doors once.' });
    const cells = new Set(content.grants.map(({ row, column }) => `${row} ${column}`));
    for (const part of ['rows', 'columns', 'times'] as const) {
      if (ids(part).size < content[part].length) refuse([part], { sameId: 'Each id once.' });
    }
    if (cells.size < content.grants.length) refuse(['grants'], { sameGrant: 'One grant for a row and a column.' });
    content.grants.forEach(({ row, column, time }, index) => {
      const isThere = rows.has(row) && columns.has(column) && (time === null || times.has(time));
      if (!isThere) refuse(['grants', index], { grantOfNothing: 'Name a row, a column and a time of this wizard.' });
    });
    function refuse(path: (string | number)[], problem: PlainWords) {
      context.addIssue({ code: 'custom', path, ...fieldProblem(problem) });
    }
  });
export type PlanWizardContent = z.output<typeof PlanWizardContent>;

/** The texts that the draft of a wizard needs. */
export const PlanWizardBasics = z.object({ name: Name, description: Description.min(1) });

const summary = {
  id: z.uuid(),
  name: z.string().describe('Of the plan, as it is typed so far; may be empty.'),
  step: PlanWizardStep.describe('Where it was left.'),
  started_by: z.string(),
  updated_by: z.string().describe('Who changed it last.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
};

export const PlanWizardSummary = z.object({ ...summary, keyplan_id: z.uuid().nullable() });
export type PlanWizardSummary = z.infer<typeof PlanWizardSummary>;

export const PlanWizard = z.object({
  ...summary,
  content: PlanWizardContent,
  plan: z
    .object({
      id: z.uuid(),
      name: z.string(),
      version: Version,
      is_active: z.boolean(),
      is_edited_elsewhere: z.boolean().describe('The plan itself was edited since the wizard wrote it.'),
    })
    .nullable()
    .describe('The draft it writes; null until its basics are complete.'),
  gone: z
    .int()
    .describe('Chosen people, groups, places and doors that are no longer there. Nothing is granted to or at them.'),
  is_finished: z.boolean(),
});
export type PlanWizard = z.infer<typeof PlanWizard>;

const State = z.strictObject({ step: PlanWizardStep, content: PlanWizardContent });
const Writing = z.strictObject({
  overwrite: Version.optional().describe('Of a plan that was edited elsewhere: the version that may be written over.'),
});

const Door = z.object({
  id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  location_path: z.string().nullable(),
  because: z.array(z.string()).describe('Names of the rules of this plan that open it for them.'),
});
const SimulatedPerson = z.object({
  id: z.uuid(),
  display_name: z.string(),
  employee_id: z.string().nullable(),
  department: z.string().nullable(),
  job_title: z.string().nullable(),
});

const none = { none: 'read-only' } as const;
const onWizard = { ...openTo('edit_plans'), params: ById } as const;

/** Plans that are being written step by step. */
export const planWizards = {
  list: endpoint({
    method: 'GET',
    path: '/key-plan/wizards',
    summary: 'Wizards that were begun and not finished, changed last first; at most 100',
    ...openTo('edit_plans'),
    audit: none,
    response: z.object({ items: z.array(PlanWizardSummary), total: z.int() }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/key-plan/wizards',
    summary: 'Begin to write a key plan step by step',
    ...openTo('edit_plans'),
    audit: 'key_plan_wizard.started',
    changes: ['plan-wizards'],
    status: 201,
    body: State,
    response: PlanWizard,
  }),
  get: endpoint({
    ...onWizard,
    method: 'GET',
    path: '/key-plan/wizards/:id',
    summary: 'One wizard, with all that was chosen',
    audit: none,
    response: PlanWizard,
    errors: ['not_found'],
  }),
  save: endpoint({
    ...onWizard,
    method: 'PUT',
    path: '/key-plan/wizards/:id',
    summary: 'Keep what was chosen; the draft stays as it was written last',
    audit: 'key_plan_wizard.saved',
    changes: { none: 'answered-whole' },
    body: State,
    response: PlanWizard,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  write: endpoint({
    ...onWizard,
    method: 'POST',
    path: '/key-plan/wizards/:id/draft',
    summary: 'Write what was chosen as the draft of its plan, which is created inactive the first time',
    audit: 'key_plan_wizard.written',
    changes: ['plan-wizards', 'key-plans'],
    body: Writing,
    response: PlanWizard,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  finish: endpoint({
    ...onWizard,
    method: 'POST',
    path: '/key-plan/wizards/:id/finish',
    summary: 'Finish a wizard: write the draft for the last time; again answers the same plan',
    audit: 'key_plan_wizard.finished',
    changes: ['plan-wizards', 'key-plans'],
    body: Writing,
    response: KeyPlan,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  discard: endpoint({
    ...onWizard,
    method: 'DELETE',
    path: '/key-plan/wizards/:id',
    summary: 'Drop a wizard and the draft it wrote; a plan that is active or was edited elsewhere stays',
    audit: 'key_plan_wizard.discarded',
    changes: ['plan-wizards', 'key-plans'],
    response: z.object({ success: z.literal(true), keeps_plan: z.boolean() }),
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  doorsOfPerson: endpoint({
    ...onWizard,
    method: 'GET',
    path: '/key-plan/wizards/:id/doors',
    summary: 'Doors that a person could open if the draft of a wizard were in force, by marking; at most 500',
    audit: none,
    query: z.strictObject({ person_id: z.uuid() }),
    response: z.object({ items: z.array(Door), total: z.int() }),
    errors: ['not_found'],
  }),
  peopleOfDoor: endpoint({
    ...onWizard,
    method: 'GET',
    path: '/key-plan/wizards/:id/people',
    summary: 'People who could open a door by the draft of a wizard, were it in force, by name; at most 500',
    audit: none,
    query: z.strictObject({ cylinder_id: z.uuid() }),
    response: z.object({ items: z.array(SimulatedPerson.extend({ because: Door.shape.because })), total: z.int() }),
    errors: ['not_found'],
  }),
};
