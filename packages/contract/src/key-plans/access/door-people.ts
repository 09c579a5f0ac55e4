import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { declareList } from '../../api/list';
import { openTo } from '../../api/roles';
import { Instant, Search } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import { Person } from '../../people/people';
import { AccessReason } from './access-reason';

const whose = {
  id: true,
  connection_id: true,
  connection_name: true,
  employee_id: true,
  display_name: true,
  department: true,
  job_title: true,
  active: true,
} as const;

export const RecordedState = z
  .enum(['yes', 'no', 'differs', 'unknown'])
  .describe(
    'Whether the key systems have recorded for this person the doors asked about that they may open: just these, none, others ' +
      'or some, or it is unknown. Doors alone, regardless of hours. Unknown for the past, and while a key system has not been read.',
  );
export type RecordedState = z.infer<typeof RecordedState>;

/** A person who may open a door, or one of several, and by which rules. */
export const DoorPerson = Person.pick(whose).extend({
  department: Person.shape.department.describe('At the moment asked about.'),
  job_title: Person.shape.job_title.describe('At the moment asked about.'),
  active: z.boolean().describe('At the moment asked about.'),
  doors: z
    .int()
    .describe(
      'How many of the doors asked about they may open; of `recorded_only`, how many are recorded that they may not.',
    ),
  open_now: z.boolean().describe('Whether any of them at the moment.'),
  recorded: RecordedState,
  since: Instant.nullable().describe(
    'They have been allowed without interruption at least since then. Of one door alone, and not for the past; else null.',
  ),
  reasons: z
    .array(
      AccessReason.pick({
        keyplan_id: true,
        keyplan_name: true,
        rule_id: true,
        rule_name: true,
        windows: true,
        open_now: true,
        until: true,
      }),
    )
    .describe('One a rule, by key plan and rule; `open_now` and `until` are those of any of the doors.'),
});
export type DoorPerson = z.infer<typeof DoorPerson>;

const Layer = z
  .enum(['desired', 'recorded_only'])
  .describe(
    'Without, who may open. `recorded_only`: people whom a key system still has recorded for doors that they may not open (any more), ' +
      'people who left included; their keys may still open. Not known for the past.',
  );

type Doors<P extends z.ZodType> = { path: `/${string}`; of: string; params: P };

const peopleOf = <P extends z.ZodType>({ path, of, params }: Doors<P>) =>
  declareList({
    path: `${path}/people`,
    name: `people-of-a-${of.replaceAll(' ', '-')}`,
    summary: `People who may open a ${of}, by the active key plans`,
    ...openTo('view_people'),
    params,
    item: DoorPerson,
    filter: {
      at: Instant.optional().describe('Now unless given.'),
      layer: Layer.optional(),
      search: Search.optional().describe('Part of name, username, e-mail, employee or external id.'),
      department: z.string().max(200).optional(),
      job_title: z.string().max(200).optional(),
      open_now: z.stringbool().optional().describe('Only those within their hours at the moment, or only the others.'),
    },
    sorts: ['display_name', 'department', 'job_title', 'employee_id'],
    csv: {
      columns: [
        'employee_id',
        'display_name',
        'department',
        'job_title',
        'doors',
        'open_now',
        'recorded',
        'since',
        'because',
      ],
      audit: 'access.exported',
    },
    errors: ['not_found', 'past_not_kept'],
  });

export const doorPeopleList = peopleOf({
  path: '/access/cylinders/:cylinder_id',
  of: 'cylinder',
  params: z.object({ cylinder_id: z.uuid() }),
});
export const groupPeopleList = peopleOf({
  path: '/access/cylinder-groups/:group_id',
  of: 'door of a cylinder group',
  params: z.object({ group_id: z.uuid() }),
});
/** The doors in the place and below. */
export const locationPeopleList = peopleOf({
  path: '/access/locations/:location_id',
  of: 'door of a place',
  params: z.object({ location_id: z.uuid() }),
});
/** By this rule; empty while it is not in force. */
export const rulePeopleList = peopleOf({
  path: '/access/access-rules/:rule_id',
  of: 'door by an access rule',
  params: z.object({ rule_id: z.uuid() }),
});
/** By rules that name the profile. */
export const profilePeopleList = peopleOf({
  path: '/access/access-profiles/:profile_id',
  of: 'door of an access profile',
  params: z.object({ profile_id: z.uuid() }),
});
const value = z.string().trim().min(1).max(200);
/** All its active people, regardless of case and blanks, also those without doors. */
export const departmentPeopleList = peopleOf({
  path: '/access/departments/:department_name',
  of: 'door in a department',
  params: z.object({ department_name: value }),
});
export const jobTitlePeopleList = peopleOf({
  path: '/access/job-titles/:job_title_name',
  of: 'door with a job title',
  params: z.object({ job_title_name: value }),
});

/** What has a list of people who may open it, with that list. */
export const peopleLists = {
  cylinder: doorPeopleList,
  group: groupPeopleList,
  location: locationPeopleList,
  rule: rulePeopleList,
  profile: profilePeopleList,
  department: departmentPeopleList,
  job_title: jobTitlePeopleList,
} as const;
export type WhoOf = keyof typeof peopleLists;
export const WhoOf = z.enum(Object.keys(peopleLists) as [WhoOf, ...WhoOf[]]); // keys of a closed const object

/** Whether people are selected by a value, which is its own id. */
export const isOfValues = (of: WhoOf): of is 'department' | 'job_title' => of === 'department' || of === 'job_title';

export const WhoMayOpen = z.object({
  of: WhoOf,
  id: z.string(),
  name: z.string().describe('Of a cylinder its marking and name, of a place its path.'),
  keyplan_id: z.uuid().nullable().describe('Of a rule or profile.'),
  at: Instant,
  as_of: z.enum(['now', 'past']),
  doors: z
    .int()
    .describe('How many doors are asked about; of a department or job title, those that any of them may open.'),
  people: z.int().describe('How many people the list has.'),
  recorded_only: z
    .int()
    .nullable()
    .describe('How many more are still recorded for doors that they may not open; null for the past.'),
});
export type WhoMayOpen = z.infer<typeof WhoMayOpen>;

export const whoMayOpen = endpoint({
  method: 'GET',
  path: '/access/who',
  summary: 'How many people may open this, and how many more are still recorded for it',
  ...openTo('view_people'),
  audit: { none: 'read-only' },
  query: z
    .strictObject({
      of: WhoOf,
      id: value.describe('Of a department or job title its name.'),
      at: Instant.optional(),
    })
    .refine(({ of, id }) => isOfValues(of) || z.uuid().safeParse(id).success, {
      path: ['id'],
      error: fieldError({ idOfAsked: 'Name what is asked about by its id.' }),
    }),
  response: WhoMayOpen,
  errors: ['not_found', 'past_not_kept'],
});

const Side = z.enum(['person', 'both', 'other']);

/** A door that one of two people may open, or both. */
export const ComparedDoor = z.object({
  id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  location: z.string(),
  side: Side.describe('person: the first alone. other: the second alone.'),
  person_reasons: DoorPerson.shape.reasons,
  other_reasons: DoorPerson.shape.reasons,
});
export type ComparedDoor = z.infer<typeof ComparedDoor>;

export const accessComparison = declareList({
  path: '/access/compare',
  summary: 'Doors that one of two people may open, or both, by the active key plans',
  name: 'compared-doors',
  ...openTo('view_people'),
  item: ComparedDoor,
  filter: {
    person_id: z.uuid(),
    other_id: z.uuid(),
    side: Side.optional(),
    search: Search.optional().describe('Part of marking, name or location.'),
  },
  sorts: ['marking', 'name', 'location'],
  csv: {
    columns: ['marking', 'name', 'location', 'side', 'person_because', 'other_because'],
    audit: 'access.exported',
  },
  errors: ['not_found'],
});
