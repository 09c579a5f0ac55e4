import { type CanonicalField, type FieldSource, type Mapping, plainMapping } from '@key2xs/contract';

/** Maps a field to another column; its transforms stay. Without a column the field is not imported. */
export function withColumn(mapping: Mapping, field: CanonicalField, column: string | undefined): Mapping {
  const { [field]: before, ...others } = mapping;
  if (column === undefined) return others;
  return { ...others, [field]: typeof before === 'object' ? { ...before, from: column } : column };
}

export const withSource = (mapping: Mapping, field: CanonicalField, source: FieldSource): Mapping =>
  plainMapping({ ...mapping, [field]: source });
