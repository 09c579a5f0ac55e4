import type { LinkProps } from '@tanstack/react-router';
import type { ColumnNode } from '../axes/column-tree';
import type { ShownRow } from '../matrix-source-of';

type Labelled<Label extends string> = { place: LinkProps; label: Label };

/** The people of a row: the person, or the list of them. */
export function rowPlace(row: ShownRow): Labelled<'person' | 'allPeople'> | undefined {
  if (row.kind === 'line') {
    const id = row.line.person_id;
    return id === null ? undefined : { label: 'person', place: { to: '/people/$id', params: { id } } };
  }
  const { kind, id, department } = row.node;
  if (kind === 'rest') return undefined;
  const search = {
    active: 'true',
    ...(kind === 'group' ? { group_id: id } : kind === 'department' ? { department: id } : { job_title: id }),
    ...(department !== undefined && { department }),
  };
  return { label: 'allPeople', place: { to: '/people', search } };
}

/** The door, group or place, and who of the row may open it. */
export function columnPlaces({ kind, id, detail }: ColumnNode, row: ShownRow) {
  if (kind === 'rest') return [];
  const of = kind === 'cylinder_group' ? 'group' : kind;
  const among = row.kind === 'node' && row.node.kind !== 'rest' ? amongOf(row) : {};
  const who: Labelled<'whoMayOpen'> = {
    label: 'whoMayOpen',
    place: { to: '/access/who', search: { of, id, ...among } },
  };
  const own: Labelled<'door' | 'group' | 'place'> =
    kind === 'cylinder'
      ? { label: 'door', place: { to: '/cylinders', search: { search: detail, open: id } } }
      : kind === 'cylinder_group'
        ? { label: 'group', place: { to: '/cylinders', search: { group_id: id } } }
        : { label: 'place', place: { to: '/keys/locations', search: { location_id: id } } };
  return [own, who];
}

/** Departments and titles narrow the list of who may open; groups cannot. */
function amongOf({ node: { kind, id, department } }: Extract<ShownRow, { kind: 'node' }>) {
  if (kind === 'department') return { department: id };
  if (kind !== 'job_title') return {};
  return { job_title: id, ...(department !== undefined && { department }) };
}
