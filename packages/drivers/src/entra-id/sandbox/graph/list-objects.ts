import { z } from 'zod';
import type { Group, Person } from '../directory/objects';
import { readFilter } from './filter';
import type { GraphCall } from './graph-call';
import { badRequest, GraphRefused, notFound } from './graph-error';
import { linkTo, readTop } from './links';
import { groupProperties, personProperties, project, readSelect } from './properties';

const Cursor = z.object({ i: z.int() });
const known = new Set(['$select', '$top', '$filter', '$count', '$expand', '$skiptoken']);
/** So that a filter without matches does not block other calls. */
const lookedAtPerPage = 100_000;

function checkParameters({ query }: GraphCall): void {
  for (const name of query.keys()) {
    if (!name.startsWith('$') || known.has(name)) continue;
    if (name === '$skip') throw badRequest("'$skip' is not supported by the service.", 'Request_BadRequest');
    throw new GraphRefused(501, 'NotImplemented', `The sandbox does not know ${name}.`);
  }
}

/** A page of people, without removed ones. */
export const listPeople = (call: GraphCall): unknown => listOf(call, personKind(call));
export const listGroups = (call: GraphCall): unknown => listOf(call, groupKind(call));

type Listed<T extends { gone: unknown }> = {
  path: string;
  records: { total(): number; at(index: number): T | undefined };
  /** The properties available to filters. */
  whole(object: T): Record<string, unknown>;
  show(object: T): Record<string, unknown>;
};

function personKind({ running, query, roles }: GraphCall): Listed<Person> {
  const selected = readSelect(personProperties, query.get('$select'), { roles, what: 'user' });
  const expandsManager = /^manager(\(|$)/.test(query.get('$expand') ?? '');
  const { people } = running.system.directory;
  return {
    path: 'users',
    records: people,
    whole: (person) => project(personProperties, person, Object.keys(personProperties.all)),
    show: (person) => ({
      ...project(personProperties, person, selected),
      ...(expandsManager && managerOf(people.get(person.manager ?? ''))),
    }),
  };
}

/** Omitted if there is none. */
const managerOf = (manager: Person | undefined) =>
  manager?.gone === null && {
    manager: { '@odata.type': '#microsoft.graph.user', ...project(personProperties, manager, undefined) },
  };

function groupKind({ running, query, roles }: GraphCall): Listed<Group> {
  const selected = readSelect(groupProperties, query.get('$select'), { roles, what: 'group' });
  return {
    path: 'groups',
    records: running.system.directory.groups,
    whole: (group) => project(groupProperties, group, Object.keys(groupProperties.all)),
    show: (group) => project(groupProperties, group, selected),
  };
}

function listOf<T extends { gone: unknown }>(call: GraphCall, kind: Listed<T>): unknown {
  checkParameters(call);
  const { query, running, isEventual } = call;
  const top = readTop(query);
  const fits = filterOf(call, kind);
  const from = cursorIn(call);
  const items: T[] = [];
  let index = from;
  const end = Math.min(kind.records.total(), from + lookedAtPerPage);
  for (; index < end && items.length < top; index++) {
    const object = kind.records.at(index);
    if (object?.gone === null && fits(object)) items.push(object);
  }
  const isMore = index < kind.records.total();
  const isCounted = isEventual && query.get('$count') === 'true' && from === 0;
  return {
    '@odata.context': `${running.graphUrl()}/v1.0/$metadata#${kind.path}`,
    ...(isCounted && { '@odata.count': count(kind, fits) }),
    ...(isMore && { '@odata.nextLink': nextLink(call, kind.path, index) }),
    value: items.map(kind.show),
  };
}

function filterOf<T extends { gone: unknown }>({ query, isEventual }: GraphCall, kind: Listed<T>) {
  const filter = query.get('$filter');
  if (filter === null) return () => true;
  const test = readFilter(filter, isEventual && query.get('$count') === 'true');
  return (object: T) => test(kind.whole(object));
}

function cursorIn({ query, running }: GraphCall): number {
  const token = query.get('$skiptoken');
  if (token === null) return 0;
  const cursor = Cursor.safeParse(running.system.seal.open(token));
  if (!cursor.success) throw badRequest('Invalid skip token.', 'Directory_ExpiredPageToken');
  return cursor.data.i;
}

/** Does not contain ConsistencyLevel: clients send it again. */
const nextLink = ({ query, running }: GraphCall, path: string, index: number): string =>
  linkTo(`${running.graphUrl()}/v1.0/${path}`, {
    $select: query.get('$select'),
    $filter: query.get('$filter'),
    $expand: query.get('$expand'),
    $top: query.get('$top'),
    $count: query.get('$count'),
    $skiptoken: running.system.seal.close({ i: index }),
  });

function count<T extends { gone: unknown }>({ records }: Listed<T>, fits: (object: T) => boolean): number {
  let all = 0;
  for (let index = 0; index < records.total(); index++) {
    const object = records.at(index);
    if (object?.gone === null && fits(object)) all++;
  }
  return all;
}

/** `GET users/$count`, as text. */
export function countPeople(call: GraphCall): string {
  if (!call.isEventual) throw badRequest('$count needs the header ConsistencyLevel: eventual.', 'Request_BadRequest');
  const kind = personKind(call);
  const test = readFilter(call.query.get('$filter'), true);
  return String(count(kind, (person) => call.query.get('$filter') === null || test(kind.whole(person))));
}

export function getPerson(call: GraphCall, id: string): unknown {
  const { people } = call.running.system.directory;
  const person = people.get(id);
  if (person?.gone !== null) throw notFound(id);
  return {
    '@odata.context': `${call.running.graphUrl()}/v1.0/$metadata#users/$entity`,
    ...personKind(call).show(person),
  };
}

export function getManager(call: GraphCall, id: string): unknown {
  const { people } = call.running.system.directory;
  const person = people.get(id);
  if (person?.gone !== null) throw notFound(id);
  const manager = people.get(person.manager ?? '');
  if (manager?.gone !== null) throw notFound('manager');
  return { '@odata.type': '#microsoft.graph.user', ...personKind(call).show(manager) };
}

export function getGroup(call: GraphCall, id: string): unknown {
  const group = call.running.system.directory.groups.get(id);
  if (group?.gone !== null) throw notFound(id);
  return groupKind(call).show(group);
}

/** A page of members: people and nested groups. */
export function listMembers(call: GraphCall, id: string): unknown {
  checkParameters(call);
  const { running, query, roles } = call;
  const { groups, people, members } = running.system.directory;
  if (groups.get(id)?.gone !== null) throw notFound(id);
  const selected = readSelect(personProperties, query.get('$select'), { roles, what: 'directoryObject' });
  const { ids, next } = members(id, cursorIn(call), readTop(query));
  const show = (member: string) => {
    const person = people.get(member);
    if (person) return { '@odata.type': '#microsoft.graph.user', ...project(personProperties, person, selected) };
    const group = groups.get(member);
    return { '@odata.type': '#microsoft.graph.group', ...(group && project(groupProperties, group, selected)) };
  };
  return {
    '@odata.context': `${running.graphUrl()}/v1.0/$metadata#directoryObjects`,
    ...(next !== undefined && { '@odata.nextLink': nextLink(call, `groups/${id}/members`, next) }),
    value: ids.map(show),
  };
}
