import { z } from 'zod';
import { fieldProblem } from '../../fields/field-error';
import { storableText } from '../../fields/text';
import { CanonicalField } from './canonical-fields';

const Column = storableText(200).min(1);
const piece = storableText(100);

export const mappingLimits = { steps: 10, entries: 200, value: 500 } as const;

/** One step from the value of a source to the stored value. None runs user-written code or patterns. */
export const Transform = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('upper') }),
  z.strictObject({ do: z.literal('lower') }),
  z.strictObject({ do: z.literal('tidy').describe('Blanks in a row become one.') }),
  z.strictObject({ do: z.literal('plain').describe('Letters without their accents: é as e, ß as ss.') }),
  z.strictObject({ do: z.literal('replace'), find: piece.min(1), put: piece }),
  z.strictObject({
    do: z.literal('part'),
    start: z.int().min(1).max(mappingLimits.value).describe('Which character is the first; 1 is the first of all.'),
    length: z.int().min(1).max(mappingLimits.value),
  }),
  z.strictObject({
    do: z.literal('split').describe('Before or after the first separator; all of it where there is none.'),
    separator: piece.min(1),
    take: z.enum(['before', 'after']),
  }),
  z.strictObject({ do: z.literal('around').describe('Only around a value.'), prefix: piece, suffix: piece }),
  z.strictObject({
    do: z.literal('pad').describe('Filled up from the left.'),
    length: z.int().min(1).max(100),
    put: storableText(1).min(1),
  }),
  z.strictObject({
    do: z.literal('or_column').describe('Another column, where there is no value yet.'),
    column: Column,
  }),
  z.strictObject({
    do: z.literal('look_up').describe('Upper and lower case count.'),
    entries: z
      .array(z.strictObject({ find: piece.min(1), put: piece }))
      .min(1)
      .max(mappingLimits.entries),
    otherwise: z.enum(['keep', 'empty']),
  }),
  z.strictObject({
    do: z.literal('day').describe('Day, month and year in this order.'),
    order: z.enum(['dmy', 'mdy']),
  }),
]);
export type Transform = z.infer<typeof Transform>;

export const FieldSource = z.union([
  Column,
  z.strictObject({
    from: Column,
    transforms: z.array(Transform).max(mappingLimits.steps).optional(),
    default: storableText(mappingLimits.value).min(1).optional().describe('Where no value is left.'),
    required: z.boolean().optional().describe('People without a value are not taken over.'),
  }),
]);
export type FieldSource = z.infer<typeof FieldSource>;

const texts: readonly Transform['do'][] = [
  'upper',
  'lower',
  'tidy',
  'plain',
  'replace',
  'part',
  'split',
  'around',
  'pad',
  'or_column',
  'look_up',
];

/**
 * The steps allowed for a field. None for the identity, which would become another person, nor for groups, which are read by
 * their ids.
 */
export const transformsOf = (field: CanonicalField): readonly Transform['do'][] => {
  if (field === 'external_id' || field === 'groups') return [];
  if (field === 'start_date' || field === 'end_date') return ['split', 'part', 'or_column', 'day'];
  if (field === 'active') return ['lower', 'tidy', 'or_column', 'look_up'];
  return texts;
};

export const Mapping = z
  .partialRecord(CanonicalField, FieldSource)
  .superRefine((mapping, context) => {
    for (const field of CanonicalField.options) {
      const source = mapping[field];
      if (source === undefined || typeof source === 'string') continue;
      const isPlain = transformsOf(field).length === 0;
      if (isPlain && (source.default !== undefined || source.transforms?.length)) {
        context.addIssue({
          code: 'custom',
          path: [field],
          ...fieldProblem({ plainField: 'This field is taken as the source has it.' }),
        });
      }
      source.transforms?.forEach((step, at) => {
        if (isPlain || transformsOf(field).includes(step.do)) return;
        const path = [field, 'transforms', at, 'do'];
        context.addIssue({
          code: 'custom',
          path,
          ...fieldProblem({ wrongTransform: 'This cannot be done to this field.' }),
        });
      });
    }
  })
  .describe('Canonical field to the column it is read from, and what is done to it. external_id is required.');
export type Mapping = z.infer<typeof Mapping>;

/** The column a field is read from first. */
export const columnOf = (source: FieldSource): string => (typeof source === 'string' ? source : source.from);

/** All distinct columns of a mapping. */
export function columnsOf(mapping: Mapping): string[] {
  const columns = Object.values(mapping).flatMap((source) => [
    columnOf(source),
    ...(typeof source === 'string' ? [] : (source.transforms ?? [])).flatMap((step) =>
      step.do === 'or_column' ? step.column : [],
    ),
  ]);
  return [...new Set(columns)];
}

/** Writes a field without settings as a plain column, so that equal mappings are written alike. */
export const plainMapping = (mapping: Mapping): Mapping =>
  Object.fromEntries(Object.entries(mapping).map(([field, source]) => [field, plainSource(source)]));

function plainSource(source: FieldSource): FieldSource {
  if (typeof source === 'string') return source;
  const { from, transforms = [], default: otherwise, required = false } = source;
  if (transforms.length === 0 && otherwise === undefined && !required) return from;
  return {
    from,
    ...(transforms.length > 0 && { transforms }),
    ...(otherwise !== undefined && { default: otherwise }),
    ...(required && { required }),
  };
}
