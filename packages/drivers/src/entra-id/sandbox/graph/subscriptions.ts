import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer } from '../call';
import { isReachable, postNotification } from '../notifications/post-notification';
import { isOpen, presentSubscription, type Subscription } from '../notifications/subscription';
import type { Running } from '../running';
import type { GraphCall } from './graph-call';
import { badRequest, GraphRefused } from './graph-error';
import { insufficient } from './properties';

const maxMinutes = 41_760;
const minute = 60_000;
const handshakeMs = 10_000;
const maxOfApplication = 100;

const Body = z.object({
  changeType: z.string(),
  notificationUrl: z.string(),
  lifecycleNotificationUrl: z.string().optional(),
  resource: z.string(),
  expirationDateTime: z.iso.datetime({ offset: true }),
  clientState: z.string().max(128).optional(),
  latestSupportedTlsVersion: z.enum(['v1_0', 'v1_1', 'v1_2', 'v1_3']).default('v1_2'),
});

const Renewal = z.object({ expirationDateTime: z.iso.datetime({ offset: true }) });

const rolesFor: Record<string, readonly string[]> = {
  users: ['User.Read.All', 'Directory.Read.All'],
  groups: ['Group.Read.All', 'Directory.Read.All'],
};

/** Everything below `/subscriptions`. @throws GraphRefused */
export async function answerSubscriptions(call: GraphCall): Promise<Answer> {
  const [, id, action] = call.segments;
  const { running, method } = call;
  if (id === undefined) return method === 'POST' ? await create(call) : { status: 200, body: { value: list(call) } };
  const subscription = find(call, id);
  if (method === 'GET') return { status: 200, body: presentSubscription(subscription) };
  const { subscriptions } = running.system;
  if (method === 'DELETE') {
    subscriptions.put({ ...subscription, has_ended: true });
    return { status: 204 };
  }
  if (method === 'POST' && action === 'reauthorize') return { status: 202 };
  if (method !== 'PATCH') throw new GraphRefused(405, 'Request_BadRequest', 'Specified HTTP method is not allowed.');
  const { expirationDateTime } = read(Renewal, call.body);
  const renewed = { ...subscription, expirationDateTime: checkedEnd(running, expirationDateTime) };
  subscriptions.put(renewed);
  return { status: 200, body: presentSubscription(renewed) };
}

const openOnes = ({ running, application }: GraphCall): Subscription[] =>
  running.system.subscriptions
    .changed()
    .filter((one) => one.applicationId === application.client_id && isOpen(one, running.system.clock.now()));

const list = (call: GraphCall) => openOnes(call).map(presentSubscription);

function find(call: GraphCall, id: string): Subscription {
  const found = openOnes(call).find((one) => one.id === id);
  if (!found) throw new GraphRefused(404, 'ExtensionError', `The subscription '${id}' was not found.`);
  return found;
}

async function create(call: GraphCall): Promise<Answer> {
  const { running, application, roles } = call;
  const body = read(Body, call.body);
  const [kind = '', , part] = body.resource.replace(/^\//, '').split('/');
  const needed = rolesFor[kind];
  if (!needed || (part !== undefined && !['members', 'owners'].includes(part))) {
    throw badRequest(`Resource '${body.resource}' is not supported for subscriptions.`, 'ExtensionError');
  }
  if (!needed.some((role) => roles.includes(role))) throw insufficient();
  checkChangeType(body.changeType);
  const expirationDateTime = checkedEnd(running, body.expirationDateTime);
  if (openOnes(call).length >= maxOfApplication || running.handshake === 'over_quota') throw overQuota();
  const { notificationUrl, lifecycleNotificationUrl = null } = body;
  for (const url of [notificationUrl, lifecycleNotificationUrl]) if (url !== null) await shakeHands(running, url);
  const subscription = {
    ...body,
    id: randomUUID(),
    applicationId: application.client_id,
    creatorId: randomUUID(),
    clientState: body.clientState ?? null,
    lifecycleNotificationUrl,
    expirationDateTime,
    has_ended: false,
  };
  running.system.subscriptions.put(subscription);
  return { status: 201, body: { '@odata.context': contextOf(running), ...presentSubscription(subscription) } };
}

const contextOf = (running: Running) => `${running.graphUrl()}/v1.0/$metadata#subscriptions/$entity`;

const overQuota = () =>
  new GraphRefused(
    403,
    'ExtensionError',
    `The limit of ${maxOfApplication} subscriptions per application was reached.`,
  );

function checkChangeType(changeType: string): void {
  const types = changeType.split(',');
  if (types.length === 0 || !types.every((type) => ['created', 'updated', 'deleted'].includes(type))) {
    throw badRequest(`Invalid 'changeType' attribute: '${changeType}'.`, 'InvalidRequest');
  }
}

function checkedEnd({ system }: Running, text: string): string {
  const [end, now] = [Date.parse(text), system.clock.now().getTime()];
  if (end <= now) throw badRequest('Subscription expiration can only be in the future.', 'InvalidRequest');
  if (end > now + maxMinutes * minute) {
    throw badRequest(`Subscription expiration can only be ${maxMinutes} minutes in the future.`, 'InvalidRequest');
  }
  return new Date(end).toISOString();
}

function read<T>(schema: z.ZodType<T>, body: string): T {
  try {
    return schema.parse(JSON.parse(body));
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    throw badRequest(`The request is invalid: ${issue?.path.join('.') ?? 'no JSON'}.`, 'InvalidRequest');
  }
}

/** The receiver confirms the subscription by returning the token as text. @throws GraphRefused */
async function shakeHands({ system, handshake }: Running, url: string): Promise<void> {
  const failed = (why: string) =>
    new GraphRefused(400, 'InvalidRequest', `Subscription validation request failed. ${why}`);
  if (!isReachable(url)) throw failed('The sandbox calls addresses of this machine only.');
  if (handshake === 'lost') throw failed('Notification endpoint did not answer in time.');
  // Characters that must be URL-decoded, and must not be interpreted as HTML.
  const token = `Validation: Testing client application reachability for subscription <b>&+%20 Request-Id: ${randomUUID()}`;
  const asked = `${url}${url.includes('?') ? '&' : '?'}validationToken=${encodeURIComponent(token)}`;
  const contentType = 'text/plain; charset=utf-8';
  const reply = await postNotification({
    url: asked,
    body: '',
    contentType,
    timeoutMs: handshakeMs,
    ca: system.authority,
  });
  if (!reply) throw failed('Notification endpoint did not answer in time.');
  if (reply.status !== 200) throw failed(`Notification endpoint answered ${reply.status}.`);
  if (!reply.contentType.startsWith('text/plain')) throw failed('The answer is not text/plain.');
  if (reply.text !== token) throw failed('The answer is not the validation token.');
}
