import type { PlanWizardContent, RuleObject, TimeRestriction } from '@key2xs/contract';
import type { PickedDoor } from '#lib/addresses/picked-door';
import { type PickedSubject, subjectKey } from '#lib/addresses/picked-subject';

export type Content = PlanWizardContent;
export type Row = Content['rows'][number];
export type Time = Content['times'][number];
export type Grant = Content['grants'][number];
export type Change = (edit: (content: Content) => Content) => void;

/** Small ids that stay unique within a wizard, also when two windows make some. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 10);

export const objectKey = ({ object_type, object_identifier }: RuleObject): string =>
  `${object_type} ${object_identifier}`;

/** Equal for rows about the same people; the key of its subject where it has only one. */
export const rowKey = ({ all_of }: Pick<Row, 'all_of'>): string => all_of.map(subjectKey).sort().join(' ');

/** One that is there already stays as it is. */
export function addRow(content: Content, all_of: PickedSubject[]): Content {
  const isThere = content.rows.some((row) => rowKey(row) === rowKey({ all_of }));
  return isThere ? content : { ...content, rows: [...content.rows, { id: newId(), all_of }] };
}

/** With all it may open. */
export function dropRow(content: Content, key: string): Content {
  const rows = content.rows.filter((row) => rowKey(row) !== key);
  return { ...content, rows, grants: content.grants.filter(({ row }) => rows.some(({ id }) => id === row)) };
}

/** Exactly these, in this order; grants at others go. */
export function withColumns(content: Content, doors: readonly PickedDoor[]): Content {
  const columns = doors.flatMap(({ object_type, object_identifier, name }) => {
    if (object_type === 'access_profile') return []; // of which a plan that is being written has none
    const object = { object_type, object_identifier, name };
    return content.columns.find((one) => objectKey(one) === objectKey(object)) ?? { id: newId(), ...object };
  });
  return {
    ...content,
    columns,
    grants: content.grants.filter(({ column }) => columns.some(({ id }) => id === column)),
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
