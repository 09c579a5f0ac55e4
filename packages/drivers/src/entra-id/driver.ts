import { say } from '@key2xs/texts';
import { z } from 'zod';
import type { CalledSourceAccess, CalledSourceDriver } from '../called-source-driver';
import { SourceUnreadable } from '../identity-source-driver';
import { storableConfiguration } from './configuration';
import { EntraError, toSourceError } from './entra-error';
import type { Caller, GraphClient } from './graph/graph-client';
import { asExpired } from './graph/graph-refusal';
import { attributeNames, groupsAttribute, impossibleOf, isReadable } from './reading/attributes';
import { readOne } from './reading/read-one';
import { permissions, type Reading, readPage } from './reading/read-page';
import { createSessions, type EntraIo, type EntraSession } from './session';
import { type Organization, readOrganization } from './set-up/organization';
import { grantedPermissions, missingPermissions } from './set-up/permissions';
import { type Subscriptions, subscriptionsOf } from './set-up/subscriptions';

/** Functions specific to Entra ID, for the set-up and for change notifications. An administrator waits for all of them. */
export type EntraDirectory = {
  /** The organisation of the directory: proves the tenant named by a consent. */
  organization(access: CalledSourceAccess): Promise<Organization>;
  /** Application permissions in a new token, because they may take effect minutes after consent. */
  permissions(access: CalledSourceAccess): Promise<string[]>;
  subscriptions: Subscriptions;
};

/** Microsoft Entra ID, read through Microsoft Graph: first everything, later the changes. */
export function entraId(io: EntraIo): CalledSourceDriver & EntraDirectory {
  const sessionOf = createSessions(io);
  const use = async <T>(access: CalledSourceAccess, work: (session: EntraSession) => Promise<T>): Promise<T> => {
    try {
      return await work(sessionOf(access));
    } catch (error) {
      throw toSourceError(asExpired(error), io.now());
    }
  };
  return {
    configuration: storableConfiguration((origin) => io.isSandbox(origin)),
    probe: (access) =>
      use(access, async ({ graph }) => {
        const caller = waitingFor(access);
        const people = await countPeople(graph, caller);
        if (readable(access).hasGroups) await checkGroups(graph, caller);
        return { people };
      }),
    attributes: (access) =>
      use(access, async ({ tokens }) => {
        const granted = grantedPermissions(await tokens.get({ signal: access.signal }));
        const hasGroups = missingPermissions(granted, ['groups']).length === 0;
        return attributeNames.filter((name) => (name === groupsAttribute ? hasGroups : isReadable(name, granted)));
      }),
    readPage: (access, cursor) =>
      use(access, ({ graph, configuration: { tenant_id } }) => {
        const caller = { signal: access.signal, noteCall: access.noteCall };
        return readPage({ graph, caller, ...readable(access), tenantId: tenant_id }, cursor);
      }),
    readPerson: (access, id) =>
      use(access, ({ graph }) => {
        const { attributes } = readable(access);
        return readOne(graph, waitingFor(access), { id, attributes });
      }),
    lacks,
    organization: (access) => use(access, ({ graph }) => readOrganization(graph, waitingFor(access))),
    permissions: (access) =>
      use(access, async ({ tokens }) =>
        grantedPermissions(await tokens.get({ signal: access.signal, isRenewed: true })),
      ),
    subscriptions: subscriptionsOf((access, work) => use(access, ({ graph }) => work(graph, waitingFor(access)))),
  };
}

const lacks = (attributes: readonly string[]) => say('entraSetUp.lacks', { attributes });

const waitingFor = ({ signal, noteCall }: CalledSourceAccess): Caller => ({ signal, noteCall, isWaitedFor: true });

/** The requested attributes, and whether to read groups. Validates names, because they go into a URL. @throws SourceUnreadable */
function readable(access: Pick<CalledSourceAccess, 'attributes'>): Pick<Reading, 'attributes' | 'hasGroups'> {
  const attributes = access.attributes.filter((name) => name !== groupsAttribute);
  const impossible = impossibleOf(attributes);
  if (impossible.length > 0) throw new SourceUnreadable(lacks(impossible));
  return { attributes, hasGroups: attributes.length < access.attributes.length };
}

const Count = z.string().trim().regex(/^\d+$/).transform(Number);

/** Some tenants provide no count; then reads one person to check the permission. */
async function countPeople(graph: GraphClient, caller: Caller): Promise<number | null> {
  const headers = { consistencylevel: 'eventual' };
  const permission = permissions.users;
  try {
    return await graph.send(caller, { to: '/users/$count', headers, isText: true, answer: Count, permission });
  } catch (error) {
    const doesNotCount = error instanceof EntraError && ['refused_item', 'not_supported'].includes(error.reason);
    if (!doesNotCount) throw error;
    await graph.send(caller, { to: '/users?$select=id&$top=1', answer: AList, permission });
    return null;
  }
}

const AList = z.looseObject({ value: z.array(z.unknown()) });

async function checkGroups(graph: GraphClient, caller: Caller): Promise<void> {
  await graph.send(caller, { to: '/groups?$select=id&$top=1', answer: AList, permission: permissions.groups });
}
