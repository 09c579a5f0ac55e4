import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { declareList } from '../../api/list';
import { openTo } from '../../api/roles';
import { Instant, Search } from '../../fields/common';
import { TimeRestriction } from '../rules/access-rules';

/** Maximum number of rights in one answer. */
export const maxRightsAsOf = 20_000;

const Layer = z.enum(['yes', 'no', 'not_known']);

export const AsOfLayer = z.enum(['desired', 'recorded', 'effective']);
export type AsOfLayer = z.infer<typeof AsOfLayer>;

/** A rule that gave a right, with who gave it. */
const GivenBy = z.object({
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  windows: z.array(TimeRestriction).describe('Alternatives; none means always.'),
  rule_version: z.int().describe('Version of the key plan that brought the rule as it was; 0: not known.'),
  published_at: Instant.nullable().describe('When that version came into force.'),
  published_by: z.string(),
  is_exception: z.boolean().describe('The rule names the person.'),
  request: z
    .object({ asked_by: z.string(), asked_at: Instant, decided_by: z.string().nullable() })
    .nullable()
    .describe('The request that the rule was added for.'),
});

/** A person who could open a door at a moment, by at least one layer. */
export const RightAsOf = z.object({
  person_id: z.uuid(),
  person_name: z.string().nullable().describe('Null: erased since.'),
  department: z.string().nullable().describe('At the moment, as is the job title.'),
  job_title: z.string().nullable(),
  cylinder_id: z.uuid(),
  marking: z.string(),
  name: z.string(),
  location: z.string(),
  desired: z.boolean().describe('A plan said so, by a rule whose dates had begun and were not over.'),
  open_then: z.boolean().describe('The moment was within the hours that the plan said.'),
  recorded: Layer.describe('A key system had recorded it in a profile that a key plan made.'),
  effective: Layer.describe('A key that they held opened the door, within the weekly hours that it held.'),
  keys: z.array(z.string()).describe('Markings of keys that they held and that opened the door.'),
  given_by: z.array(GivenBy).describe('By key plan and rule; empty where no plan said so.'),
  confirmed: z
    .object({ review: z.string(), by: z.string().nullable(), at: Instant })
    .nullable()
    .describe('Who last confirmed it in an access review before the moment.'),
});
export type RightAsOf = z.infer<typeof RightAsOf>;

export const AsOfSubject = z.enum(['person', 'cylinder', 'location']);
export type AsOfSubject = z.infer<typeof AsOfSubject>;

const asked = {
  of: AsOfSubject,
  id: z.uuid(),
  at: Instant.optional().describe('Now unless given. Of a moment to come only the plan is known.'),
};

export const asOfList = declareList({
  path: '/access/as-of/rights',
  name: 'access-as-of',
  summary: 'Who could open a door or the doors of a place at a moment, or what a person could open, by each layer',
  ...openTo('view_people'),
  item: RightAsOf,
  filter: { ...asked, layer: AsOfLayer.optional(), search: Search.optional().describe('Part of person or door.') },
  sorts: ['person', 'marking', 'department'],
  csv: {
    columns: [
      'person_name',
      'department',
      'job_title',
      'marking',
      'name',
      'location',
      'desired',
      'open_then',
      'recorded',
      'effective',
      'keys',
      'hours',
      'given_by',
      'confirmed',
    ],
    audit: 'access.exported',
  },
  errors: ['not_found', 'past_not_kept', 'conflict'],
});

export const AccessAsOf = z.object({
  of: AsOfSubject,
  id: z.uuid(),
  name: z.string().describe('Of a cylinder its marking and name, of a place its path.'),
  at: Instant,
  as_of: z.enum(['now', 'past']),
  desired: z.object({ rights: z.int(), known_since: Instant }),
  recorded: z.object({ rights: z.int(), not_known: z.int(), known_since: Instant }),
  effective: z.object({
    rights: z.int(),
    not_known: z.int(),
    known_since: Instant.describe('For keys that were handed out here, it may be known before.'),
  }),
  people: z.int(),
  doors: z.int(),
  plans: z
    .array(
      z.object({
        keyplan_id: z.uuid(),
        keyplan_name: z.string(),
        version: z.int(),
        published_at: Instant,
        published_by: z.string().describe('Empty for what an upgrade made.'),
      }),
    )
    .describe('Versions of key plans in force then that gave any of the rights, by name.'),
});
export type AccessAsOf = z.infer<typeof AccessAsOf>;

export const accessAsOf = {
  get: endpoint({
    method: 'GET',
    path: '/access/as-of',
    summary: 'How many rights each layer had at a moment, and since when each layer is known',
    ...openTo('view_people'),
    audit: { none: 'read-only' },
    query: z.strictObject(asked),
    response: AccessAsOf,
    errors: ['not_found', 'past_not_kept', 'conflict'],
  }),
  list: asOfList.page,
  exportCsv: asOfList.csv,
  exportPdf: endpoint({
    method: 'GET',
    path: '/access/as-of/rights.pdf',
    summary: 'The same rights as a PDF',
    ...openTo('view_people'),
    audit: 'access.exported',
    produces: 'pdf',
    query: asOfList.csv.query,
    response: z.string(),
    errors: ['not_found', 'past_not_kept', 'conflict'],
  }),
};
