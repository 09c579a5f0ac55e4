import { type CanonicalField, canonicalFields, groupLimits, type MappedPerson, type Mapping } from '@key2xs/contract';
import { listGroups, writeGroups } from './group-names';
import { readDay, readSwitch } from './person-state';

type MappedFields = MappedPerson['fields'];

export type RowProblem =
  | { is: 'too_long'; field: CanonicalField; most: number }
  | { is: 'unclear_day' | 'unclear_switch'; field: CanonicalField; value: string }
  /** Something the source itself could not say. */
  | { is: 'of_source' }
  | { is: 'no_id' }
  | { is: 'unstorable_id' }
  | { is: 'repeated_id'; external_id: string }
  | { is: 'long_group' | 'many_groups' | 'many_groups_of_source'; most: number };

/** One mapped row. With any problem, store none of it. */
export type MappedRow = { fields: MappedFields; problems: RowProblem[] };

export type RowMapper = {
  /** Mapped columns missing from the file. If any, do not import: everyone would lose that field, and doors with it. */
  missing_columns: string[];
  /** Cells in the order of the columns; missing cells count as empty. */
  mapRow: (cells: readonly string[]) => MappedRow;
};

const maxFieldLength = 500;
const mostQuoted = 40;
const oddCharacters = /[\p{Cc}\p{Cs}]/u; // control characters and lone surrogates

/**
 * Resolves a mapping for one file, so that a row needs no look-ups by name: about 1 µs each.
 *
 * Values are trimmed, otherwise kept; an empty one is absent, an overlong one is cut and a problem. Runs of control
 * characters become one space. NUL and lone surrogates, which the database cannot store, become U+FFFD; in
 * `external_id` they are a problem, because a changed id would be another person. `display_name` falls back to given
 * and family name, username, external id. `groups` are names, each once, in an order that does not depend on the cell.
 *
 * Fields always come in the order of `canonicalFields`, so equal persons serialise equally.
 */
export function compileMapping(
  columns: readonly string[],
  mapping: Mapping,
  mostGroups: number = groupLimits.of_person,
): RowMapper {
  const wanted = new Set(Object.values(mapping));
  const sources = canonicalFields
    .map((field) => ({ field, at: columns.indexOf(mapping[field] ?? '') }))
    .filter(({ field, at }) => at >= 0 || field === 'display_name');
  return {
    missing_columns: [...wanted].filter((column) => !columns.includes(column)),
    mapRow: (cells) => mapRow(cells, sources, mostGroups),
  };
}

type Source = { field: CanonicalField; at: number };

function mapRow(cells: readonly string[], sources: readonly Source[], mostGroups: number): MappedRow {
  const fields: MappedFields = {};
  const problems: RowProblem[] = [];
  for (const { field, at } of sources) {
    const whole = cleanValue(cells[at] ?? '');
    const value =
      field === 'groups'
        ? readGroups(whole, problems, mostGroups)
        : (readers[field]?.(whole, problems, field) ?? readText(field, whole, problems));
    if (value !== '' || field === 'display_name') fields[field] = value; // reserves its place in the order
  }
  fields.display_name ||= nameOf(fields);
  if (fields.display_name === '') delete fields.display_name;
  if (fields.external_id === undefined) problems.push({ is: 'no_id' });
  else if (fields.external_id.includes('\ufffd')) problems.push({ is: 'unstorable_id' });
  return { fields, problems };
}

type Reader = (whole: string, problems: RowProblem[], field: CanonicalField) => string;

const readAsDay: Reader = (whole, problems, field) => {
  const day = readDay(whole);
  if (day === undefined) problems.push({ is: 'unclear_day', field, value: shorten(whole, mostQuoted) });
  return day ?? '';
};

/** Only that somebody is switched off is worth a field. */
const readAsSwitch: Reader = (whole, problems, field) => {
  const isOn = readSwitch(whole);
  if (isOn === undefined) problems.push({ is: 'unclear_switch', field, value: shorten(whole, mostQuoted) });
  return isOn === false ? 'false' : '';
};

const readers: Partial<Record<CanonicalField, Reader>> = {
  active: readAsSwitch,
  start_date: readAsDay,
  end_date: readAsDay,
};

function readText(field: CanonicalField, whole: string, problems: RowProblem[]): string {
  if (whole.length <= maxFieldLength) return whole;
  problems.push({ is: 'too_long', field, most: maxFieldLength });
  return shorten(whole, maxFieldLength);
}

function readGroups(whole: string, problems: RowProblem[], of_person: number): string {
  const { name: longest } = groupLimits;
  const names = [...listGroups(whole).values()];
  if (names.some((name) => name.length > longest)) problems.push({ is: 'long_group', most: longest });
  if (names.length > of_person) problems.push({ is: 'many_groups', most: of_person });
  return writeGroups(names.slice(0, of_person).map((name) => (name.length > longest ? shorten(name, longest) : name)));
}

/** For display: a file may hold far longer values than anybody reads. */
const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

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
