import type { NamedSubject, PlanWizardContent, RuleObject, TimeRestriction } from '@key2xs/contract';

export type Content = PlanWizardContent;
export type Row = Content['rows'][number];
export type Column = Content['columns'][number];
export type Time = Content['times'][number];
export type Grant = Content['grants'][number];
export type Change = (edit: (content: Content) => Content) => void;

/** Small ids that stay unique within a wizard, also when two windows make some. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 10);

export const subjectKey = ({ subject_type, subject_identifier }: Omit<NamedSubject, 'name'>): string =>
  `${subject_type} ${subject_identifier}`;
export const objectKey = ({ object_type, object_identifier }: RuleObject): string =>
  `${object_type} ${object_identifier}`;

const keyOf = (subjects: readonly Omit<NamedSubject, 'name'>[]) => subjects.map(subjectKey).sort().join(' ');

/** The row about just those of whom all of this is true. */
const rowOf = ({ rows }: Content, subjects: readonly Omit<NamedSubject, 'name'>[]): Row | undefined =>
  rows.find(({ all_of }) => keyOf(all_of) === keyOf(subjects));

export function toggleRow(content: Content, subject: NamedSubject): Content {
  const row = rowOf(content, [subject]);
  return row ? dropRow(content, row.id) : addRow(content, [subject]);
}

/** One that is there already stays as it is. */
export const addRow = (content: Content, subjects: readonly NamedSubject[]): Content =>
  rowOf(content, subjects) ? content : { ...content, rows: [...content.rows, { id: newId(), all_of: [...subjects] }] };

/** With all it may open. */
export const dropRow = (content: Content, id: string): Content => ({
  ...content,
  rows: content.rows.filter((row) => row.id !== id),
  grants: content.grants.filter(({ row }) => row !== id),
});

export function toggleColumn(content: Content, object: Omit<Column, 'id'>): Content {
  const column = content.columns.find((one) => objectKey(one) === objectKey(object));
  if (!column) return { ...content, columns: [...content.columns, { id: newId(), ...object }] };
  return {
    ...content,
    columns: content.columns.filter(({ id }) => id !== column.id),
    grants: content.grants.filter((grant) => grant.column !== column.id),
  };
}

export type Cell = { row: string; column: string };

export const grantAt = ({ grants }: Content, cell: Cell): Grant | undefined =>
  grants.find(({ row, column }) => row === cell.row && column === cell.column);

/** Grants at a time; takes back what is granted at just that time. */
export function toggleGrant(content: Content, cell: Cell, time: string | null): Content {
  const before = grantAt(content, cell);
  const others = content.grants.filter((grant) => grant !== before);
  const isTaken = before !== undefined && before.time === time;
  return { ...content, grants: isTaken ? others : [...others, { ...cell, time }] };
}

/** All cells of a row at once: granted where any is not, taken back where all are. */
export function toggleWholeRow(content: Content, row: string, time: string | null): Content {
  const others = content.grants.filter((grant) => grant.row !== row);
  const isWhole = content.columns.every((column) => grantAt(content, { row, column: column.id })?.time === time);
  return {
    ...content,
    grants: isWhole ? others : [...others, ...content.columns.map(({ id }) => ({ row, column: id, time }))],
  };
}

/** What a row opens at one time, it opens at another. */
export const retime = (
  content: Content,
  { row, from, to }: { row: string; from: string | null; to: string | null },
) => ({
  ...content,
  grants: content.grants.map((grant) => (grant.row === row && grant.time === from ? { ...grant, time: to } : grant)),
});

export const putTime = (content: Content, time: Time): Content => ({
  ...content,
  times: content.times.some(({ id }) => id === time.id)
    ? content.times.map((one) => (one.id === time.id ? time : one))
    : [...content.times, time],
});

/** Only a time that no grant uses. */
export const dropTime = (content: Content, id: string): Content => ({
  ...content,
  times: content.times.filter((time) => time.id !== id),
});

export function rename(content: Content, key: string, name: string): Content {
  const others = content.names.filter((one) => one.key !== key);
  return { ...content, names: name === '' ? others : [...others, { key, name }] };
}

export const weekly = (days: number[], from: string, to: string): TimeRestriction => ({
  days,
  from,
  to,
  valid_from: null,
  valid_until: null,
});
