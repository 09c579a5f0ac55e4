import { z } from 'zod';
import { EntraError } from '../entra-error';
import type { Caller, GraphClient } from '../graph/graph-client';
import { permissions } from '../reading/read-page';

export type Organization = {
  tenant_id: string;
  display_name: string;
  /** The default domain, e.g. 'city.example'; null if none is marked. */
  default_domain: string | null;
};

const Answer = z.looseObject({
  value: z
    .array(
      z.looseObject({
        id: z.guid().toLowerCase(),
        displayName: z.string().nullish(),
        verifiedDomains: z.array(z.looseObject({ name: z.string(), isDefault: z.boolean().nullish() })).default([]),
      }),
    )
    .max(10),
});

/** @throws as `GraphClient.send` */
export async function readOrganization(graph: GraphClient, caller: Caller): Promise<Organization> {
  const to = '/organization?$select=id,displayName,verifiedDomains';
  const answer = await graph.send(caller, { to, answer: Answer, permission: permissions.organization });
  const [organization] = answer.value;
  if (!organization) throw new EntraError('bad_answer');
  const { id, displayName, verifiedDomains } = organization;
  return {
    tenant_id: id,
    display_name: displayName ?? '',
    default_domain: verifiedDomains.find(({ isDefault }) => isDefault)?.name ?? null,
  };
}
