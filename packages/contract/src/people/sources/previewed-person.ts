import { z } from 'zod';
import { PersonState } from '../person-state';
import { CanonicalField } from './canonical-fields';

const Fields = z.partialRecord(CanonicalField, z.string());

/** A person as mapped from a row, not yet stored. */
export const MappedPerson = z.object({
  row: z.int().describe('Line number in the file; the header is line 1.'),
  fields: Fields.describe('groups: names, separated by "; ".'),
  problems: z.array(z.string()),
});
export type MappedPerson = z.infer<typeof MappedPerson>;

/** A person as stored, and as a mapping would map them. */
export const ComparedPerson = z.object({
  person_id: z.uuid().nullable().describe('Null: not among the people yet.'),
  external_id: z.string(),
  label: z.string(),
  before: Fields.nullable().describe('As stored; null: not among the people yet.'),
  after: Fields.nullable().describe('As mapped; null: not in the data received from the source, or not in the list.'),
  changed: z.array(CanonicalField).describe('Fields that differ.'),
  state_before: PersonState.nullable(),
  state_after: PersonState.nullable().describe('Today. Null where `after` is, or with problems.'),
  problems: z.array(z.string()).describe('With any of them, the person stays as stored.'),
  asked: z.array(z.string()).describe('Attributes for which the source was called just now.'),
});
export type ComparedPerson = z.infer<typeof ComparedPerson>;

/** How much of a mapping can be tried on the known data of a source. */
export const MappingReach = z.object({
  people: z
    .int()
    .nullable()
    .describe('Number of people in the list, or received from the source so far; null: none yet.'),
  untold: z.array(z.string()).describe('Mapped columns or attributes without data.'),
});
export type MappingReach = z.infer<typeof MappingReach>;
