import type { Change } from '../directory/objects';
import { type DeltaKind, readDelta, readSkip, type Skip } from './delta-token';
import { readIds } from './filter';
import { type Folded, foldChanges } from './fold-changes';
import type { GraphCall } from './graph-call';
import { badRequest } from './graph-error';
import { linkTo, pageSizeIn } from './links';
import { groupProperties, personProperties, project, readSelect } from './properties';

type Item = Record<string, unknown>;
type Page = { items: Item[]; next: Skip | undefined; end: number };

const membersAtOnce = 200;

/** `GET users/delta` and `GET groups/delta`: everything in a first round, then the changes since. */
export function answerDelta(call: GraphCall, kind: DeltaKind): unknown {
  const { running, query, headers } = call;
  const { system } = running;
  const size = pageSizeIn(headers.prefer?.toString(), running.deltaPage);
  const token = query.get('$deltatoken');
  const skipToken = query.get('$skiptoken');
  const start = skipToken ? readSkip(running, kind, skipToken) : startOf(call, kind, token);
  const isLatest = token === 'latest';
  const page: Page = isLatest ? { items: [], next: undefined, end: system.directory.last() } : read(call, start, size);
  const at = system.clock.now().getTime();
  const { select, ids } = start;
  const address = `${running.graphUrl()}/v1.0/${kind}/delta`;
  return {
    '@odata.context': `${running.graphUrl()}/v1.0/$metadata#${kind}`,
    ...(page.next
      ? { '@odata.nextLink': linkTo(address, { $skiptoken: system.seal.close(page.next) }) }
      : {
          '@odata.deltaLink': linkTo(address, {
            $deltatoken: system.seal.close({ kind, select, ids, after: page.end, at }),
          }),
        }),
    value: page.items,
  };
}

function startOf(call: GraphCall, kind: DeltaKind, token: string | null): Skip {
  const { running, query, roles } = call;
  const { directory } = running.system;
  if (token && token !== 'latest') {
    const { select, ids, after } = readDelta(running, kind, token);
    return { kind, select, ids, round: 'changes', after, up_to: directory.last(), index: 0 };
  }
  for (const name of ['$top', '$orderby', '$expand', '$search', '$skip', '$count']) {
    if (query.has(name)) throw badRequest(`${name} is not supported for delta queries.`, 'Request_UnsupportedQuery');
  }
  const properties = kind === 'users' ? personProperties : groupProperties;
  const what = kind === 'users' ? 'user' : 'group';
  const select = readSelect<never>(properties, query.get('$select'), { roles, what }) ?? null;
  const ids = readIds(query.get('$filter')) ?? null;
  return { kind, select, ids, round: 'first', began: directory.last(), index: 0, member: null };
}

function read(call: GraphCall, start: Skip, size: number): Page {
  if (start.round === 'changes') return changesFrom(call, start, size);
  return start.kind === 'users' ? firstOfPeople(call, start, size) : firstOfGroups(call, start, size);
}

type First = Extract<Skip, { round: 'first' }>;

function firstOfPeople({ running }: GraphCall, start: First, size: number): Page {
  const { people } = running.system.directory;
  const items: Item[] = [];
  let { index } = start;
  for (; index < people.total() && items.length < size; index++) {
    const person = people.at(index);
    if (person?.gone !== null || (start.ids && !start.ids.includes(person.id))) continue;
    const manager = start.select?.includes('manager') ? related('manager', [{ id: person.manager, there: true }]) : {};
    items.push({ ...selectedOf(personProperties, person, start.select), ...manager });
  }
  return { items, next: index < people.total() ? { ...start, index } : undefined, end: start.began };
}

/** A large group appears several times, with some of its members each time. */
function firstOfGroups({ running }: GraphCall, start: First, size: number): Page {
  const { groups, members } = running.system.directory;
  const items: Item[] = [];
  let { index, member } = start;
  let left = size;
  while (index < groups.total() && left > 0) {
    const group = groups.at(index);
    const isShown = group?.gone === null && (!start.ids || start.ids.includes(group.id));
    const hasMembers = isSelected(start.select, 'members');
    if (!group || !isShown) {
      index++;
      continue;
    }
    const some = hasMembers ? members(group.id, member ?? undefined, membersAtOnce) : { ids: [], next: undefined };
    const there = some.ids.map((id) => ({ id, there: true }));
    items.push({
      ...selectedOf(groupProperties, group, start.select),
      ...(hasMembers && related('members', there, running.system.directory.people)),
    });
    left--;
    member = some.next ?? null;
    if (member === null) index++;
  }
  return { items, next: index < groups.total() ? { ...start, index, member } : undefined, end: start.began };
}

function changesFrom(call: GraphCall, start: Extract<Skip, { round: 'changes' }>, size: number): Page {
  const isMinimal = /return=minimal/i.test(call.headers.prefer?.toString() ?? '');
  const all = foldedOf(call, start).filter(({ id }) => !start.ids || start.ids.includes(id));
  const page = all.slice(start.index, start.index + size);
  const items = page.flatMap((folded) => presentChange(call, start, folded, isMinimal));
  const index = start.index + size;
  return { items, next: index < all.length ? { ...start, index } : undefined, end: start.up_to };
}

/** Caches the folded changes of a long round for its pages. */
function foldedOf(
  { running }: GraphCall,
  { kind, after, up_to, select }: Extract<Skip, { round: 'changes' }>,
): Folded[] {
  const key = JSON.stringify([kind, after, up_to, select]);
  const kept = running.folded;
  if (kept?.key !== key) {
    const properties = kind === 'users' ? personProperties : groupProperties;
    const changes: Change[] = running.system.directory.changes(after, up_to);
    const seen = new Set(select ?? [...properties.usual, ...(kind === 'groups' ? ['members'] : [])]);
    running.folded = { key, changes: foldChanges(changes, kind, seen) };
  }
  return running.folded?.changes ?? [];
}

function presentChange({ running }: GraphCall, { kind, select }: Skip, folded: Folded, isMinimal: boolean): Item[] {
  const { people, groups, members: membersOf } = running.system.directory;
  const { id, properties, managerBefore } = folded;
  const [person, group] = kind === 'users' ? [people.get(id), undefined] : [undefined, groups.get(id)];
  const object = person ?? group;
  if (!object) return [];
  if (object.gone !== null) return [{ id, '@removed': { reason: object.gone } }];
  const isWhole = properties.has('*');
  const isNamed = (name: string) => name === 'id' || !isMinimal || isWhole || properties.has(name);
  const usual = kind === 'users' ? personProperties.usual : groupProperties.usual;
  const names = (select ?? usual).filter(isNamed);
  const shown = person
    ? selectedOf(personProperties, person, names)
    : group && selectedOf(groupProperties, group, names);
  const isMoved = select?.includes('manager') && person && (isWhole || properties.has('manager'));
  const before = managerBefore && managerBefore !== person?.manager ? [{ id: managerBefore, there: false }] : [];
  // A restored group lists its members, like a new one.
  const back =
    group && isWhole && isSelected(select, 'members') ? membersOf(id, undefined, Number.MAX_SAFE_INTEGER).ids : [];
  const members = new Map([...folded.members, ...back.map((member) => [member, true] as const)]);
  return [
    {
      ...shown,
      ...(isMoved && related('manager', [...before, { id: person.manager, there: true }])),
      ...(members.size > 0 &&
        related(
          'members',
          [...members].map(([member, there]) => ({ id: member, there })),
          people,
        )),
    },
  ];
}

const isSelected = (select: readonly string[] | null, name: string) => !select || select.includes(name);

/** Includes the id even if not selected. */
function selectedOf<T>(properties: Parameters<typeof project<T>>[0], object: T, select: readonly string[] | null) {
  return project(properties, object, [...new Set(['id', ...(select ?? properties.usual)])]);
}

type Related = { id: string | null; there: boolean };

function related(name: string, all: readonly Related[], people?: { get(id: string): unknown }): Item {
  const shown = all.flatMap(({ id, there }) => {
    if (id === null) return [];
    const type = !people || people.get(id) ? 'user' : 'group';
    return [{ '@odata.type': `#microsoft.graph.${type}`, id, ...(!there && { '@removed': { reason: 'deleted' } }) }];
  });
  return shown.length > 0 ? { [`${name}@delta`]: shown } : {};
}
