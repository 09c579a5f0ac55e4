import { randomUUID } from 'node:crypto';
import type { Answer, ReceivedCall } from '../call';
import type { GraphBend } from '../faults/faults';
import { readToken } from '../login/access-token';
import type { Running } from '../running';
import { answerDelta } from './delta';
import { resync } from './delta-token';
import type { GraphCall } from './graph-call';
import { answerGraphError, badRequest, GraphRefused } from './graph-error';
import { countPeople, getGroup, getManager, getPerson, listGroups, listMembers, listPeople } from './list-objects';
import { insufficient } from './properties';
import { answerSubscriptions } from './subscriptions';

const people = ['User.Read.All', 'Directory.Read.All'];
const groups = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All'];
const organisation = ['Organization.Read.All', ...people];

type Route = { roles: readonly string[]; answer: (call: GraphCall, id: string) => unknown };

const routes: Readonly<Record<string, Route>> = {
  'GET organization': { roles: organisation, answer: ({ running }) => ({ value: [presentOrganisation(running)] }) },
  'GET users': { roles: people, answer: listPeople },
  'GET users $count': { roles: people, answer: countPeople },
  'GET users delta': { roles: people, answer: (call) => answerDelta(call, 'users') },
  'GET users one': { roles: people, answer: getPerson },
  'GET users one manager': { roles: people, answer: getManager },
  'GET groups': { roles: groups, answer: listGroups },
  'GET groups delta': { roles: groups, answer: (call) => answerDelta(call, 'groups') },
  'GET groups one': { roles: groups, answer: getGroup },
  'GET groups one members': { roles: groups, answer: listMembers },
};

/** Answers a call to Graph, refusals included. */
export async function answerGraph(running: Running, call: ReceivedCall, bend: GraphBend): Promise<Answer> {
  const clientRequestId = call.headers['client-request-id']?.toString() ?? randomUUID();
  const units = unitsOf(call);
  const headers = {
    'content-type': 'application/json;odata.metadata=minimal;odata.streaming=true;charset=utf-8',
    'request-id': randomUUID(),
    'client-request-id': clientRequestId,
    'x-ms-resource-unit': String(units),
    'x-ms-ags-diagnostic': '{"ServerInfo":{"DataCenter":"Sandbox"}}',
  };
  try {
    const answer = await answerAllowed(running, call, bend);
    const type = typeof answer.body === 'string' ? { 'content-type': 'text/plain' } : {};
    return { ...answer, headers: { ...headers, ...type, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof GraphRefused)) throw error;
    const refusal = answerGraphError(error, running.system.clock.now(), clientRequestId);
    return { ...refusal, headers: { ...headers, ...refusal.headers } };
  }
}

async function answerAllowed(running: Running, call: ReceivedCall, bend: GraphBend): Promise<Answer> {
  const bearer = bend.refuse === 'unauthorized' ? undefined : readToken(running, call.headers.authorization);
  if (!bearer) {
    throw new GraphRefused(401, 'InvalidAuthenticationToken', 'Access token has expired, was revoked or is not ours.', {
      'www-authenticate':
        'Bearer realm="", authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"',
    });
  }
  if (bend.refuse === 'missing_permission') throw insufficient();
  if (bend.resync && call.query.get('$deltatoken')) throw resync(running, call.segments[0] ?? '', bend.resync);
  const isEventual = call.headers.consistencylevel?.toString().toLowerCase() === 'eventual';
  const graphCall = { ...call, ...bearer, running, isEventual };
  if (call.segments[0] === 'subscriptions') return await answerSubscriptions(graphCall);
  const route = routes[call.operation];
  if (!route) throw badRequest(`Resource not found for the segment '${call.segments.join('/')}'.`);
  if (!route.roles.some((role) => bearer.roles.includes(role))) throw insufficient();
  return { status: 200, body: route.answer(graphCall, call.segments[1] ?? '') };
}

const presentOrganisation = ({ system }: Running) => ({
  id: system.tenant_id,
  displayName: system.organisation,
  countryLetterCode: 'DE',
  createdDateTime: system.begin,
  tenantType: 'AAD',
  verifiedDomains: [{ name: system.domain, isDefault: true, isInitial: true, type: 'Managed', capabilities: 'Email' }],
});

const costs: Readonly<Record<string, number>> = { 'GET users': 2, 'GET groups one members': 3 };

/** The resource units of a call, by Graph's rules for the identity service. */
function unitsOf({ operation, query }: Pick<ReceivedCall, 'operation' | 'query'>): number {
  const less = (query.has('$select') ? 1 : 0) + (Number(query.get('$top') ?? 100) < 20 ? 1 : 0);
  return Math.max(1, (costs[operation] ?? 1) - less + (query.has('$expand') ? 1 : 0));
}
