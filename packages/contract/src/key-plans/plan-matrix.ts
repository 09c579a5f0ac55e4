import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { listOf, pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { Instant, Search } from '../fields/common';
import { Side } from './plan-versions';
import { TimeRestriction } from './rules/access-rules';

export const MatrixRows = z.enum(['departments', 'job_titles', 'groups', 'people', 'keys']);
export type MatrixRows = z.infer<typeof MatrixRows>;

/**
 * Where a grant holds, as bits of `sides`. Unknown: not read yet whether the people of the grant are recorded for its doors.
 */
export const matrixSide = { from: 1, to: 2, recorded: 4, elsewhere: 8, unknown: 16 } as const;

/** How a rule or a recorded profile reaches a door, as bits: directly, by its group, a place above it, or a profile. */
export const matrixVia = { door: 1, group: 2, place: 4, profile: 8 } as const;

export const MatrixGrant = z
  .object({
    rule_id: z.uuid().nullable().describe('Null: what is recorded in the key system.'),
    name: z.string(),
    keyplan_id: z.uuid().nullable().describe('Of another plan where `sides` says elsewhere.'),
    sides: z
      .int()
      .describe(
        '1: on the side compared from, 2: on the side compared to, 4: recorded, 8: by another active plan, 16: may be recorded.',
      ),
    hours: z.int().describe('Index into `hours`; 0 is always.'),
    begins: Instant.nullable().describe(
      'Its hours begin to count only then, and are recorded only then; null: already.',
    ),
  })
  .describe('A rule that grants, as it is on these sides; one that differs between the sides is there twice.');
export type MatrixGrant = z.infer<typeof MatrixGrant>;

const classNumber = z.int().min(0);

export const MatrixColumn = z.object({
  kind: z.enum(['location', 'cylinder_group', 'cylinder', 'rest']),
  id: z.string().describe('Of a group within a place the id of the group; empty for the rest: doors without a place.'),
  label: z.string(),
  detail: z.string().describe('The marking of a cylinder, else empty.'),
  depth: z.int().describe('0 for the topmost places; what follows deeper is inside.'),
  protection_class: z.int().nullable().describe('Of a place.'),
  class: classNumber.nullable().describe('Of a cylinder: its index in `column_classes`.'),
});
export type MatrixColumn = z.infer<typeof MatrixColumn>;

export const MatrixRow = z.object({
  kind: z.enum(['department', 'job_title', 'group', 'rest']),
  id: z
    .string()
    .describe('The department or title as most people have it, or the id of a group; empty for people without one.'),
  label: z
    .string()
    .describe('With all spellings that rules take for the same, most frequent first: `Finance, FINANCE` is one row.'),
  depth: z.int().describe('A job title of a department stands below it, at 1.'),
  people: z.int(),
  classes: z
    .array(z.tuple([classNumber, z.int().min(1)]))
    .describe('Of `row_classes`, with how many people of the row are of it.'),
});
export type MatrixRow = z.infer<typeof MatrixRow>;

/**
 * A complete key plan in factors: people of one class have the same grants, doors of one class are in the same grants. A
 * person may open a door if their classes share a grant, so a client can draw any cell itself.
 */
export const PlanMatrix = z.object({
  keyplan_id: z.uuid(),
  from: Side,
  to: Side,
  state: z.string().describe('Of what was asked; classes of two answers can be compared where it is equal. Opaque.'),
  people: z.int().describe('Active people of the sources of the plan.'),
  keys: z.int().describe('Keys of the key systems of the plan.'),
  doors: z.int(),
  hours: z.array(z.array(TimeRestriction)).describe('Different hours; the first is always: no windows.'),
  grants: z.array(MatrixGrant),
  columns: z.array(MatrixColumn).describe('Places, in them groups, in them cylinders: each before what it contains.'),
  column_classes: z
    .array(z.array(z.tuple([z.int(), z.int()])))
    .describe('Grants that name the doors of a class, with bits of via.'),
  rows: z.array(MatrixRow).describe('Empty where rows are people or keys; these are asked for in pages.'),
  row_classes: z.array(
    z.object({
      grants: z.array(z.int()).describe('Grants of the people of a class.'),
      personal: z.array(z.int()).describe('Of these, the ones that name the person.'),
      has_conflict: z
        .boolean()
        .describe('Rules in force or in the draft give these people different hours, and a key holds one schedule.'),
    }),
  ),
});
export type PlanMatrix = z.infer<typeof PlanMatrix>;

const InPlan = z.object({ keyplan_id: z.uuid() });
const sides = { from: Side.default('in_force'), to: Side.default('draft') };

/** A person or a key as a row of the matrix. */
export const MatrixLine = z.object({
  id: z.uuid().describe('Of the person or the key.'),
  label: z.string().describe('A person by name, a key by marking.'),
  detail: z.string().describe('Employee id, or who holds the key; empty for none.'),
  person_id: z.uuid().nullable().describe('Null for a key without a holder in the plan.'),
  department: z.string().nullable(),
  job_title: z.string().nullable(),
  class: classNumber.nullable().describe('Index into `row_classes` of the matrix with this `state`; null: no rights.'),
});
export type MatrixLine = z.infer<typeof MatrixLine>;

const Lines = listOf(MatrixLine).extend({ state: z.string().describe('Of the matrix that the classes belong to.') });

const none = { none: 'read-only' } as const;
const linePages = { ...pagingFields, ...sides, search: Search.optional() };

/** The matrix of a key plan: who may open what by it, on two sides at once. */
export const planMatrix = {
  read: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/matrix',
    summary: 'A key plan as a matrix: departments, titles or groups by places, groups and cylinders',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    query: z.strictObject({ ...sides, rows: MatrixRows.default('departments') }),
    response: PlanMatrix,
    errors: ['not_found'],
  }),
  people: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/matrix/people',
    summary: 'People as rows of the matrix of a key plan, by name',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    query: z.strictObject({
      ...linePages,
      department: z.string().max(200).optional().describe('As written in `rows`; empty: people without one.'),
      job_title: z.string().max(200).optional(),
      group_id: z.uuid().optional(),
    }),
    response: Lines,
    errors: ['not_found'],
  }),
  keys: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/matrix/keys',
    summary: 'Keys of the key systems of a key plan as rows of its matrix, by marking',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    query: z.strictObject(linePages),
    response: Lines,
    errors: ['not_found'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/matrix/export',
    summary: 'The matrix of a key plan as CSV, as an Excel workbook, or as a PDF on as many pages as it needs',
    ...openTo('view_plans'),
    audit: 'key_plan.exported',
    produces: 'file',
    params: InPlan,
    query: z.strictObject({
      ...sides,
      rows: MatrixRows.default('departments'),
      format: z.enum(['csv', 'xlsx', 'pdf']).default('csv'),
      paper: z.enum(['a4', 'a3']).default('a4').describe('Of the PDF.'),
      collapsed: z
        .string()
        .max(8_000)
        .optional()
        .describe('Ids of places and cylinder groups, divided by commas: their doors stand in one column.'),
    }),
    response: z.string(),
    errors: ['not_found', 'payload_too_large'],
  }),
};
