import { z } from 'zod';
import type { CalledPerson, GoneFromSource } from '../../called-source-driver';
import { EntraError } from '../entra-error';
import type { Caller, GraphClient } from '../graph/graph-client';
import { extraPermissions, selectFor } from './attributes';
import { readPerson } from './person';
import { permissions } from './read-page';
import { GraphUser } from './wire';

const isReason = (error: unknown, reason: EntraError['reason']) =>
  error instanceof EntraError && error.reason === reason;

/** The current data of one person. @throws as `GraphClient.send` */
export async function readOne(
  graph: GraphClient,
  caller: Caller,
  { id, attributes }: { id: string; attributes: readonly string[] },
): Promise<CalledPerson | GoneFromSource> {
  const plain = selectFor(attributes.filter((attribute) => attribute !== 'manager.id'));
  const expand = attributes.includes('manager.id') ? '&$expand=manager($select=id)' : '';
  try {
    const to = `/users/${encodeURIComponent(id)}?$select=${plain}${expand}`;
    const call = {
      to,
      answer: GraphUser,
      count: () => 1,
      permission: permissions.users,
      alsoNeeds: extraPermissions(attributes),
      namesAttributes: true,
    };
    const user = await graph.send(caller, call);
    const manager = attributes.includes('manager.id') ? { manager: null } : {}; // Graph omits it if there is none
    return readPerson({ ...manager, ...user }, attributes, true);
  } catch (error) {
    if (!isReason(error, 'not_found')) throw error;
    return { id, gone: await findRemoval(graph, caller, id) };
  }
}

const hidden: readonly EntraError['reason'][] = ['permission_missing', 'not_supported', 'refused_item'];

/** If deleted users cannot be read, assumes that the person may be restored. */
async function findRemoval(graph: GraphClient, caller: Caller, id: string): Promise<GoneFromSource['gone']> {
  try {
    const to = `/directory/deletedItems/${encodeURIComponent(id)}?$select=id`;
    await graph.send(caller, { to, answer: z.looseObject({ id: z.string() }), permission: permissions.users });
    return 'restorable';
  } catch (error) {
    if (isReason(error, 'not_found')) return 'for_good';
    const isHidden = error instanceof EntraError && hidden.includes(error.reason);
    if (isHidden) return 'restorable';
    throw error;
  }
}
