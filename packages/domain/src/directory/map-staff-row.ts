import {
  type CanonicalField,
  canonicalFields,
  columnOf,
  columnsOf,
  type FieldSource,
  groupLimits,
  type MappedPerson,
  type Mapping,
  type Transform,
} from '@key2xs/contract';
import { listGroups, writeGroups } from './group-names';
import { readDay, readSwitch } from './person-state';
import { applyTransform, maxWorkedLength, type OtherColumn } from './transforms/apply-transform';

type MappedFields = MappedPerson['fields'];

export type RowProblem =
  | { is: 'too_long'; field: CanonicalField; most: number }
  | { is: 'unclear_day' | 'unclear_switch'; field: CanonicalField; value: string }
  /** The source itself reported a problem. */
  | { is: 'of_source' }
  | { is: 'no_id' }
  | { is: 'no_value'; field: CanonicalField }
  | { is: 'unstorable_id' }
  | { is: 'repeated_id'; external_id: string }
  | { is: 'long_group' | 'many_groups' | 'many_groups_of_source'; most: number };

/** One mapped row. If it has problems, do not store it. */
export type MappedRow = { fields: MappedFields; problems: RowProblem[] };

export type RowMapper = {
  /** Mapped columns missing from the file. If any, do not import: all people would lose that field, and doors with it. */
  missing_columns: string[];
  /** Cells in the order of the columns; missing cells count as empty. */
  mapRow: (cells: readonly string[]) => MappedRow;
};

const maxFieldLength = 500;
const maxQuoted = 40;
const oddCharacters = /[\p{Cc}\p{Cs}]/u; // control characters and lone surrogates

/**
 * Resolves a mapping for one file, so that a row needs no look-ups by name: about 1 µs each.
 *
 * Values are trimmed; an empty one is absent, an overlong one is cut and a problem. Runs of control
 * characters become one space. NUL and lone surrogates, which the database cannot store, become U+FFFD; in
 * `external_id` they are a problem, because a changed id would be another person. `display_name` falls back to given
 * and family name, username, external id. `groups` are names, each once, in an order that does not depend on the cell.
 *
 * Fields always come in the order of `canonicalFields`, so equal persons serialise equally.
 */
export function compileMapping(
  columns: readonly string[],
  mapping: Mapping,
  maxGroups: number = groupLimits.of_person,
): RowMapper {
  const sources = canonicalFields
    .map((field) => sourceOf(columns, field, mapping[field]))
    .filter(({ field, at }) => at >= 0 || field === 'display_name');
  return {
    missing_columns: columnsOf(mapping).filter((column) => !columns.includes(column)),
    mapRow: (cells) => mapRow(cells, sources, maxGroups),
  };
}

/** Maps only the external id of a row, by the same rules. */
export function compileIdentity(
  columns: readonly string[],
  { external_id: source }: Mapping,
): (cells: readonly string[]) => string | undefined {
  const at = source === undefined ? -1 : columns.indexOf(columnOf(source));
  return (cells) => readText('external_id', cleanValue(cells[at] ?? ''), []) || undefined;
}

type Source = {
  field: CanonicalField;
  at: number;
  isRequired: boolean;
  transform?: (cells: readonly string[]) => string;
};

function sourceOf(columns: readonly string[], field: CanonicalField, source: FieldSource | undefined): Source {
  const at = source === undefined ? -1 : columns.indexOf(columnOf(source));
  if (source === undefined || typeof source === 'string') return { field, at, isRequired: false };
  const { transforms = [], default: otherwise = '', required: isRequired = false } = source;
  const numbers = new Map(columns.map((column, number) => [column, number]));
  const transform = (cells: readonly string[]) => {
    const other: OtherColumn = (column) => cells[numbers.get(column) ?? -1];
    return transformed((cells[at] ?? '').trim(), transforms, other).at(-1) || otherwise;
  };
  return { field, at, isRequired, transform };
}

/** The value before and after each step. A far too long value is passed on unchanged. */
export function transformed(value: string, steps: readonly Transform[], other: OtherColumn): [string, ...string[]] {
  const values: [string, ...string[]] = [value];
  let current = value;
  for (const step of steps) {
    if (current.length <= maxWorkedLength) current = applyTransform(current, step, other);
    values.push(current);
  }
  return values;
}

function mapRow(cells: readonly string[], sources: readonly Source[], maxGroups: number): MappedRow {
  const fields: MappedFields = {};
  const problems: RowProblem[] = [];
  for (const { field, at, isRequired, transform } of sources) {
    const whole = cleanValue(transform ? transform(cells) : (cells[at] ?? ''));
    const value =
      field === 'groups'
        ? readGroups(whole, problems, maxGroups)
        : (readers[field]?.(whole, problems, field) ?? readText(field, whole, problems));
    if (value !== '' || field === 'display_name') fields[field] = value; // reserves its place in the order
    if (isRequired && whole === '') problems.push({ is: 'no_value', field });
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
  if (day === undefined) problems.push({ is: 'unclear_day', field, value: shorten(whole, maxQuoted) });
  return day ?? '';
};

/** Stores the field only for a person who is switched off. */
const readAsSwitch: Reader = (whole, problems, field) => {
  const isOn = readSwitch(whole);
  if (isOn === undefined) problems.push({ is: 'unclear_switch', field, value: shorten(whole, maxQuoted) });
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

/** For display: values in a file may be very long. */
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
