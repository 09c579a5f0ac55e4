import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { Done, idsFor } from '../fields/common';
import { NamedRecord } from '../fields/named-record';

const InPlan = z.object({ keyplan_id: z.uuid() });
const PlanInConnection = InPlan.extend({ connection_id: z.uuid() });
const Link = z.strictObject({
  connection_ids: idsFor('connection_ids', { action: 'associating connections', max: 100 }),
});
const Linked = z.object({ items: z.array(NamedRecord), total: z.int() });

const none = { none: 'read-only' } as const;

/** The identity sources whose people a plan covers, and the key systems it is synced to. */
export const planLinks = {
  listIamConnections: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/iam-connections',
    summary: 'Identity sources whose people the plan covers',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    response: Linked,
    errors: ['not_found'],
  }),
  linkIamConnections: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/iam-connections',
    summary: 'Set the identity sources whose people the plan covers',
    ...openTo('edit_plans'),
    audit: 'key_plan.linked',
    changes: ['key-plans'],
    params: InPlan,
    body: Link,
    response: Linked,
    errors: ['not_found'],
  }),
  unlinkIamConnection: endpoint({
    method: 'DELETE',
    path: '/key-plan/keyplans/:keyplan_id/iam-connections/:connection_id',
    summary: 'Stop speaking of the people of a source',
    ...openTo('edit_plans'),
    audit: 'key_plan.unlinked',
    changes: ['key-plans'],
    params: PlanInConnection,
    response: Done,
    errors: ['not_found'],
  }),
  listKeySystems: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/key-system-connections',
    summary: 'Key systems the plan is synced to',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    response: Linked,
    errors: ['not_found'],
  }),
  linkKeySystems: endpoint({
    method: 'POST',
    path: '/key-plan/keyplans/:keyplan_id/key-system-connections',
    summary: 'Sync the plan to these key systems',
    ...openTo('edit_plans'),
    audit: 'key_plan.linked',
    changes: ['key-plans'],
    params: InPlan,
    body: Link,
    response: Linked,
    errors: ['not_found'],
  }),
  unlinkKeySystem: endpoint({
    method: 'DELETE',
    path: '/key-plan/keyplans/:keyplan_id/key-system-connections/:connection_id',
    summary: 'Stop syncing the plan to a key system',
    ...openTo('edit_plans'),
    audit: 'key_plan.unlinked',
    changes: ['key-plans'],
    params: PlanInConnection,
    response: Done,
    errors: ['not_found'],
  }),
};
