import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, DeleteResult, Instant, Name, Search, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { nothingToUpdate, visible } from '../fields/field-words';
import { lineOf, paragraphsOf } from '../fields/text';
import { TimeZone } from '../fields/time-zone';
import { isUploadedFile, type UploadedFile } from '../fields/uploaded-file';

/** From the widest to the narrowest. A place stands in one of a type further up; types may be skipped. */
export const locationTypes = ['site', 'building', 'floor', 'area', 'door'] as const;
export const LocationType = z.enum(locationTypes);
export type LocationType = z.infer<typeof LocationType>;

const ProtectionClass = z.int().min(1).max(4).describe('4 needs the most protection.');
export const maxPlacings = 1_000;
export const maxLocationFileBytes = 1_024 * 1_024;

const facts = {
  name: Name,
  type: LocationType,
  parent_id: z.uuid().nullable().describe('The place it stands in; null at the top.'),
  code: lineOf({ max: 50, short: fieldError({ visible }) }).nullable(),
  protection_class: ProtectionClass.nullable(),
  owner_person_id: z.uuid().nullable().describe('Who answers for it, and for what stands in it without an owner.'),
  deputy_person_id: z.uuid().nullable(),
  time_zone: TimeZone.nullable().describe('Null: that of the place above, at the top that of the key plan.'),
  notes: paragraphsOf(2_000),
};

export const LocationCreate = z.strictObject({
  ...facts,
  parent_id: facts.parent_id.default(null),
  code: facts.code.default(null),
  protection_class: facts.protection_class.default(null),
  owner_person_id: facts.owner_person_id.default(null),
  deputy_person_id: facts.deputy_person_id.default(null),
  time_zone: facts.time_zone.default(null),
  notes: facts.notes.default(''),
});
export const LocationUpdate = z
  .strictObject(facts)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { error: fieldError({ nothingToUpdate }) });
export type LocationUpdate = z.infer<typeof LocationUpdate>;

export const Location = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  path: z.string().describe('The names of the places above and its own, with " / " between.'),
  type: LocationType,
  code: z.string().nullable(),
  protection_class: ProtectionClass.nullable(),
  owner_person_id: z.uuid().nullable(),
  owner_name: z.string().nullable(),
  deputy_person_id: z.uuid().nullable(),
  deputy_name: z.string().nullable(),
  time_zone: z.string().nullable(),
  notes: z.string(),
  cylinders: z.int().describe('In it and in all places below.'),
  access_rules: z.int().describe('Rules that name it, in whatever plan.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type Location = z.infer<typeof Location>;

/** One place of the tree, with what a tree shows. */
export const LocationNode = z.object({
  id: z.uuid(),
  parent_id: z.uuid().nullable(),
  name: z.string(),
  type: LocationType,
  protection_class: ProtectionClass.nullable(),
  owner_person_id: z.uuid().nullable(),
  own_cylinders: z.int().describe('In the place itself.'),
  cylinders: z.int().describe('In it and in all places below.'),
});
export type LocationNode = z.infer<typeof LocationNode>;

export const LocationTree = z.object({
  places: z.array(LocationNode).describe('A place comes after the one it stands in; those of one place by name.'),
  unplaced: z.int().describe('Cylinders without a place.'),
  proposed: z.int().describe('Of them, those that have a location text and were never taken out of the tree by hand.'),
  differences: z.int().describe('Cylinders placed by a text that the key system has changed since.'),
});
export type LocationTree = z.infer<typeof LocationTree>;

/** What confirming would do: exactly this, or nothing. */
export const LocationProposal = z.object({
  stamp: z.string().describe('Send it back to confirm what was shown. Empty: there is nothing to confirm.'),
  cylinders: z.int().describe('How many would be placed.'),
  new_places: z.int(),
  places: z
    .array(
      z.object({
        path: z.array(z.string()),
        type: LocationType,
        is_new: z.boolean(),
        cylinders: z.int().describe('That would be placed in it or below.'),
      }),
    )
    .describe('Every place that would get a cylinder, and those above; each after the one it stands in.'),
});
export type LocationProposal = z.infer<typeof LocationProposal>;

const Placing = z.strictObject({
  cylinder_id: z.uuid(),
  location_id: z.uuid().nullable().describe('Null takes it out of the tree.'),
  placed_by: z
    .enum(['hand', 'text'])
    .nullable()
    .default('hand')
    .describe('As answered in `before`, to take a placing back; by hand unless said.'),
});
export type Placing = z.infer<typeof Placing>;

const ImportProblem = z.object({ line: z.int().describe('Of the file, from 1.'), message: z.string() });

const read = { ...openTo('view_cylinders'), audit: { none: 'read-only' } } as const;
const write = openTo('edit_places');

export const locationList = declareList({
  path: '/locations',
  summary: 'Places',
  ...openTo('view_cylinders'),
  item: Location,
  filter: { search: Search.optional().describe('Part of the path or the code.'), type: LocationType.optional() },
  sorts: ['path', 'type', 'updated_at'],
  range: { standard: 100, max: 500 },
  csv: {
    columns: ['path', 'type', 'code', 'protection_class', 'owner', 'deputy', 'time_zone', 'notes', 'cylinders'],
    audit: 'location.exported',
  },
});

const changing = { ...write, params: ById } as const;

export const locations = {
  list: locationList.page,
  exportCsv: locationList.csv,
  tree: endpoint({
    method: 'GET',
    path: '/locations/tree',
    summary: 'All places with their cylinders counted, and what waits to be placed or decided',
    ...read,
    response: LocationTree,
  }),
  create: endpoint({
    method: 'POST',
    path: '/locations',
    summary: 'Add a place',
    ...write,
    audit: 'location.created',
    changes: ['locations'],
    status: 201,
    body: LocationCreate,
    response: Location,
    errors: ['conflict'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/locations/:id',
    summary: 'One place',
    ...read,
    params: ById,
    response: Location,
    errors: ['not_found'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/locations/:id',
    summary: 'Change a place, or move it with all that stands in it',
    ...changing,
    audit: 'location.updated',
    changes: ['locations'],
    body: LocationUpdate,
    response: Location,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  merge: endpoint({
    method: 'POST',
    path: '/locations/:id/merge',
    summary: 'Make two places one: what stands in this one comes into the other, places of one name become one',
    ...changing,
    audit: 'location.merged',
    changes: ['locations', 'administrators', 'api-tokens', 'single-sign-on'],
    body: z.strictObject({ into: z.uuid() }),
    response: Location,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/locations/:id',
    summary: 'Delete a place that is empty, or whose content goes to another one',
    ...changing,
    audit: 'location.deleted',
    changes: ['locations', 'administrators', 'api-tokens', 'single-sign-on'],
    query: z.strictObject({ target: z.uuid().optional().describe('Where what stands in it goes.') }),
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'conflict', 'constraint_violation'],
  }),
  place: endpoint({
    method: 'POST',
    path: '/locations/placements',
    summary: 'Place cylinders, or take them out of the tree; answers how they were placed before',
    ...write,
    audit: 'location.cylinders_placed',
    changes: ['locations'],
    body: z.strictObject({ placements: z.array(Placing).min(1).max(maxPlacings) }),
    response: z.object({ placed: z.int(), before: z.array(Placing) }),
    errors: ['not_found'],
  }),
  proposal: endpoint({
    method: 'GET',
    path: '/locations/proposal',
    summary: 'The places in the location texts of unplaced cylinders',
    ...read,
    response: LocationProposal,
  }),
  confirmProposal: endpoint({
    method: 'POST',
    path: '/locations/proposal',
    summary: 'Make the proposed places and place the cylinders, if the proposal is still the one that was shown',
    ...write,
    audit: 'location.proposal_confirmed',
    changes: ['locations'],
    body: z.strictObject({ stamp: z.string().max(64) }),
    response: z.object({ made: z.int(), placed: z.int() }),
    errors: ['conflict'],
  }),
  decideDifferences: endpoint({
    method: 'POST',
    path: '/locations/differences',
    summary: 'Follow the changed location text of cylinders, or keep them where they are',
    ...write,
    audit: 'location.differences_decided',
    changes: ['locations'],
    body: z.strictObject({
      decision: z.enum(['take_over', 'keep']),
      cylinders: z
        .array(z.strictObject({ id: z.uuid(), text: z.string().max(1_000).describe('As it was shown.') }))
        .min(1)
        .max(maxPlacings),
    }),
    response: z.object({ decided: z.int(), made: z.int() }),
    errors: ['conflict'],
  }),
  importCsv: endpoint({
    method: 'POST',
    path: '/locations/import',
    summary: 'Add and change places from a CSV (UTF-8, header row; columns as in the export)',
    ...write,
    audit: 'location.imported',
    changes: ['locations'],
    encoding: { multipart: 'file', maxBytes: maxLocationFileBytes },
    body: z.strictObject({
      file: z.custom<UploadedFile>(isUploadedFile, { error: fieldError({ file: 'A file is required.' }) }),
    }),
    response: z.object({
      made: z.int(),
      changed: z.int(),
      unchanged: z.int(),
      bad: z.array(ImportProblem).describe('Rows that were left out, at most 1,000.'),
      bad_total: z.int(),
    }),
    errors: ['payload_too_large'],
  }),
};
