import { say } from '@key2xs/texts';
import type { z } from 'zod';
import type { SourcePage } from '../../called-source-driver';
import { EntraError } from '../entra-error';
import type { Caller, GraphCall, GraphClient } from '../graph/graph-client';
import { extraPermissions, selectFor } from './attributes';
import { type Cursor, onward, pastFeed, readCursor, startOf, writeCursor } from './cursor';
import { readGroup } from './group';
import { goneAs, readPerson } from './person';
import { DeltaPage, GraphGroup, GraphUser } from './wire';

export type Reading = {
  graph: GraphClient;
  caller: Caller;
  attributes: readonly string[];
  hasGroups: boolean;
  /** The tenant of the directory. */
  tenantId: string;
};

export const permissions = {
  users: 'User.Read.All',
  groups: 'GroupMember.Read.All',
  organization: 'Organization.Read.All',
} as const;

/** One page; first of people, then of groups. @throws as `GraphClient.send`, CursorExpired */
export async function readPage(reading: Reading, at: string | undefined): Promise<SourcePage> {
  const select = selectFor(reading.attributes);
  const asked = `${reading.tenantId} ${select}${reading.hasGroups ? ' groups' : ''}`;
  const cursor = at === undefined ? startOf(asked) : readCursor(at, asked);
  return cursor.feed === 'users' ? readUsers(reading, cursor, select) : readGroups(reading, cursor);
}

async function readUsers(reading: Reading, cursor: Cursor, select: string): Promise<SourcePage> {
  const page = await fetchPage(reading, cursor, { item: GraphUser, start: `/users/delta?$select=${select}` });
  const { attributes } = reading;
  const people = page.value.map((user) =>
    user['@removed'] ? goneAs(user) : readPerson(user, attributes, cursor.whole),
  );
  return { people, groups: [], cursor: cursorAfter(reading, cursor, page) };
}

async function readGroups(reading: Reading, cursor: Cursor): Promise<SourcePage> {
  const start = '/groups/delta?$select=id,displayName,members';
  const page = await fetchPage(reading, cursor, { item: GraphGroup, start });
  return { people: [], groups: page.value.map(readGroup), cursor: cursorAfter(reading, cursor, page) };
}

function fetchPage<T extends z.ZodType>(
  { graph, caller, attributes }: Reading,
  { feed, at }: Cursor,
  { item, start }: { item: T; start: string },
) {
  const answer = DeltaPage(item);
  const call: GraphCall<z.infer<typeof answer>> = {
    to: at ?? start,
    answer,
    count: ({ value }) => value.length,
    permission: permissions[feed],
    alsoNeeds: feed === 'users' ? extraPermissions(attributes) : [],
    namesAttributes: feed === 'users' && at === undefined,
    isLink: at !== undefined,
  };
  return graph.send(caller, call);
}

type Links = { '@odata.nextLink'?: string | undefined; '@odata.deltaLink'?: string | undefined };

/**
 * A page without either link is truncated: missing records after it are not gone. Validates a link on arrival, so that a
 * foreign one is never stored.
 */
function cursorAfter(
  { graph, hasGroups }: Reading,
  cursor: Cursor,
  { '@odata.nextLink': next, '@odata.deltaLink': later }: Links,
): SourcePage['cursor'] {
  for (const link of [next, later]) if (link !== undefined) graph.pathOf(link);
  if (next !== undefined) return { more: writeCursor(onward(cursor, next)) };
  if (later === undefined) throw new EntraError('bad_answer', { detail: say('entraCase.noEnd') });
  const past = pastFeed(cursor, later, hasGroups);
  return 'more' in past ? { more: writeCursor(past.more) } : { end: writeCursor(past.end) };
}
