import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphError, openEntra, type Reply, type ScriptedPeer, startScriptedPeer } from '../scripted-peer';
import { maxSubscriptionMinutes } from './subscriptions';

let peer: ScriptedPeer;
let opened: Awaited<ReturnType<typeof openEntra>>;
beforeAll(async () => {
  peer = await startScriptedPeer();
  opened = await openEntra(peer);
});
afterAll(() => peer.close());

const answer = (...replies: Reply[]) => {
  let n = 0;
  peer.script(({ path }) => (path.includes('/subscriptions') ? replies[Math.min(n++, replies.length - 1)] : undefined));
};
const expires_at = new Date('2027-02-10T12:00:00Z');
const order = {
  resource: 'groups',
  notification_url: 'https://keys.city.example/api/v1/webhooks/graph/k',
  client_state: 'a state',
  expires_at,
} as const;
const stored = {
  id: 's/1',
  resource: 'groups',
  expirationDateTime: '2027-02-10T12:00:00.0000000Z',
  applicationId: 'x',
};
const subscriptions = () => opened.driver.subscriptions;

describe('a subscription', () => {
  it('is created with both addresses', async () => {
    answer({ status: 201, body: stored });
    expect(await subscriptions().create(opened.access(), order)).toEqual({ id: 's/1', resource: 'groups', expires_at });
    const [call] = peer.graph();
    expect([call?.method, call?.path]).toEqual(['POST', '/v1.0/subscriptions']);
    expect(JSON.parse(call?.body ?? '')).toEqual({
      changeType: 'updated,deleted',
      notificationUrl: order.notification_url,
      lifecycleNotificationUrl: order.notification_url,
      resource: 'groups',
      expirationDateTime: '2027-02-10T12:00:00.000Z',
      clientState: 'a state',
      latestSupportedTlsVersion: 'v1_2',
    });
    expect(maxSubscriptionMinutes / 60 / 24).toBeLessThanOrEqual(29);
  });

  it.each<[string, Reply, string]>([
    ['has no room', graphError(403, 'ExtensionError'), 'subscription_quota'],
    ['is not permitted', graphError(403, 'Authorization_RequestDenied'), 'permission_missing'],
    ['cannot be delivered', graphError(400, 'InvalidRequest'), 'subscription_unreachable'],
    ['may have been made', graphError(503, 'serviceNotAvailable'), 'refused'],
    ['may have been made, unanswered', (response) => response.destroy(), 'unreachable'],
  ])('that %s is not created twice', async (_, reply, reason) => {
    answer(reply);
    await expect(subscriptions().create(opened.access(), order)).rejects.toMatchObject({ reason });
    expect(peer.graph()).toHaveLength(1);
  });

  it('is created after a requested pause, because nothing was done before', async () => {
    answer(graphError(429, 'TooManyRequests'), { status: 201, body: stored });
    await subscriptions().create(opened.access(), order);
    expect(peer.graph()).toHaveLength(2);
  });

  it('is renewed, and its renewal tried again', async () => {
    answer(graphError(503, 'x'), { body: stored });
    expect(await subscriptions().renew(opened.access(), 's/1', expires_at)).toMatchObject({ expires_at });
    const [, call] = peer.graph();
    expect([call?.method, call?.path]).toEqual(['PATCH', '/v1.0/subscriptions/s%2F1']);
    expect(JSON.parse(call?.body ?? '')).toEqual({ expirationDateTime: '2027-02-10T12:00:00.000Z' });
  });

  it('is authorised again', async () => {
    answer({ status: 200, body: '' });
    expect(await subscriptions().reauthorize(opened.access(), 'a')).toBe(true);
    expect(peer.graph()[0]?.path).toBe('/v1.0/subscriptions/a/reauthorize');
  });

  it('is removed', async () => {
    answer({ status: 204, body: '' });
    await subscriptions().remove(opened.access(), 'a');
    expect(peer.graph().map(({ method, path }) => [method, path])).toEqual([['DELETE', '/v1.0/subscriptions/a']]);
  });

  it('that no longer exists is reported', async () => {
    answer(graphError(404, 'ResourceNotFound'));
    expect(await subscriptions().renew(opened.access(), 'a', expires_at)).toBeUndefined();
    expect(await subscriptions().reauthorize(opened.access(), 'a')).toBe(false);
    await subscriptions().remove(opened.access(), 'a');
  });
});
