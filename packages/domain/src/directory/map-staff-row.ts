import { type CanonicalField, canonicalFields, type MappedPerson, type Mapping } from '@key2xs/contract';

type MappedFields = MappedPerson['fields'];

export type RowProblem =
  | { is: 'too_long'; field: CanonicalField; most: number }
  | { is: 'no_id' }
  | { is: 'unstorable_id' }
  | { is: 'repeated_id'; external_id: string };

/** One mapped row. With any problem, store none of it. */
export type MappedRow = { fields: MappedFields; problems: RowProblem[] };

export type RowMapper = {
  /** Mapped columns missing from the file. If any, do not import: everyone would lose that field, and doors with it. */
  missing_columns: string[];
  /** Cells in the order of the columns; missing cells count as empty. */
  mapRow: (cells: readonly string[]) => MappedRow;
};

const maxFieldLength = 500;
const oddCharacters = /[\p{Cc}\p{Cs}]/u; // control characters and lone surrogates

/**
 * Resolves a mapping for one file, so that a row needs no look-ups by name: about 1 µs each.
 *
 * Values are trimmed, otherwise kept; an empty one is absent, an overlong one is cut and a problem. Runs of control
 * characters become one space. NUL and lone surrogates, which the database cannot store, become U+FFFD; in
 * `external_id` they are a problem, because a changed id would be another person. `display_name` falls back to given
 * and family name, username, external id.
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
    if (value !== '' || field === 'display_name') fields[field] = value; // reserves its place in the order
  }
  fields.display_name ||= nameOf(fields);
  if (fields.display_name === '') delete fields.display_name;
  if (fields.external_id === undefined) problems.push({ is: 'no_id' });
  else if (fields.external_id.includes('\ufffd')) problems.push({ is: 'unstorable_id' });
  return { fields, problems };
}

/** For display: a file may hold far longer values than anybody reads. */
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
