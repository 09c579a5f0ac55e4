import { type CanonicalField, type FieldSource, type Mapping, plainMapping } from '@key2xs/contract';

/** Reads a field from another column; what is done to the value stays. Without a column the field is not imported. */
export function withColumn(mapping: Mapping, field: CanonicalField, column: string | undefined): Mapping {
  const { [field]: before, ...others } = mapping;
  if (column === undefined) return others;
  return { ...others, [field]: typeof before === 'object' ? { ...before, from: column } : column };
}

export const withSource = (mapping: Mapping, field: CanonicalField, source: FieldSource): Mapping =>
  plainMapping({ ...mapping, [field]: source });
