import { type CanonicalField, canonicalFields, type MappedPerson, type Mapping } from '@key2xs/contract';

type MappedFields = MappedPerson['fields'];

/** What is wrong with a row of a source. */
export type RowProblem =
  | { is: 'too_long'; field: CanonicalField; most: number }
  | { is: 'no_id' }
  | { is: 'unstorable_id' }
  | { is: 'repeated_id'; external_id: string };

/** One row read: any problem means that nothing of it may be stored. */
export type MappedRow = { fields: MappedFields; problems: RowProblem[] };

export type RowMapper = {
  /** Mapped columns that the file lacks. Do not import then: everyone would lose that field, and doors with it. */
  missing_columns: string[];
  /** Cells in the order of the columns; a short row counts as ending in empty cells. */
  mapRow: (cells: readonly string[]) => MappedRow;
};

const maxFieldLength = 500;
const oddCharacters = /[\p{Cc}\p{Cs}]/u; // control characters, and halves of a surrogate pair

/**
 * Prepares reading the rows of one file, so that a row costs no look-ups by name: about 1 µs each.
 *
 * Values are trimmed, otherwise kept as written; an empty one is absent, one that is too long is cut, and a problem. Control characters become one space a run; NUL
 * and lone surrogates, which no database stores, become U+FFFD, except in `external_id`, where they are a problem: a
 * changed id would be another person. `display_name` falls back to given and family name, username, external id.
 *
 * Fields always come in the order of `canonicalFields`, so equal persons serialise equally.
 */
export function compileMapping(columns: readonly string[], mapping: Mapping): RowMapper {
  const wanted = new Set(Object.values(mapping));
  const sources = canonicalFields
    .map((field) => ({ field, at: columns.indexOf(mapping[field] ?? '') }))
    .filter(({ field, at }) => at >= 0 || field === 'display_name');
  return {
    missing_columns: [...wanted].filter((column) => !columns.includes(column)),
    mapRow: (cells) => mapRow(cells, sources),
  };
}

function mapRow(cells: readonly string[], sources: readonly { field: CanonicalField; at: number }[]): MappedRow {
  const fields: MappedFields = {};
  const problems: RowProblem[] = [];
  for (const { field, at } of sources) {
    const whole = cleanValue(cells[at] ?? '');
    const value = whole.length > maxFieldLength ? shorten(whole) : whole;
    if (value !== whole) problems.push({ is: 'too_long', field, most: maxFieldLength });
    if (value !== '' || field === 'display_name') fields[field] = value; // an empty name holds its place in the order
  }
  fields.display_name ||= nameOf(fields);
  if (fields.display_name === '') delete fields.display_name;
  if (fields.external_id === undefined) problems.push({ is: 'no_id' });
  else if (fields.external_id.includes('\ufffd')) problems.push({ is: 'unstorable_id' });
  return { fields, problems };
}

/** To be shown with the problem: a file can hold far longer ones than anybody reads. */
const shorten = (text: string): string => `${text.slice(0, maxFieldLength - 1).replace(/[\ud800-\udbff]$/, '')}…`;

function nameOf({ given_name, family_name, username, external_id }: MappedFields): string {
  const full = given_name && family_name ? `${given_name} ${family_name}` : (given_name ?? family_name);
  return full ?? username ?? external_id ?? '';
}

function cleanValue(cell: string): string {
  const value = cell.trim();
  if (!oddCharacters.test(value)) return value;
  return value
    .replace(/\p{Cs}/gu, '\ufffd')
    .replaceAll('\0', '\ufffd')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
