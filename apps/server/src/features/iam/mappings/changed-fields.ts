import { canonicalFields, columnOf, type FieldSource, type Mapping, type SourceEvent } from '@key2xs/contract';

/** The fields that two mappings feed in different ways, each with its columns. */
export const changedFields = (before: Mapping, after: Mapping): SourceEvent['changes'] =>
  canonicalFields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }));

/** Its column; what is done to it is seen in the mapping. */
const shown = (source: FieldSource | undefined): string | null => (source === undefined ? null : columnOf(source));
