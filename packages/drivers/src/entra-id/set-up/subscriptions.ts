import { z } from 'zod';
import type { CalledSourceAccess } from '../../called-source-driver';
import { EntraError } from '../entra-error';
import type { Caller, GraphClient } from '../graph/graph-client';
import { permissions } from '../reading/read-page';

export type SubscribedResource = 'users' | 'groups';

export type SubscriptionOrder = {
  resource: SubscribedResource;
  /** Public, HTTPS. Microsoft calls it before it answers, and expects its `validationToken` back within ten seconds. */
  notification_url: string;
  /** Sent with each notification to authenticate it; at most 128 characters. */
  client_state: string;
  expires_at: Date;
};

export type Subscription = { id: string; resource: string; expires_at: Date };

export type Subscriptions = {
  /**
   * @throws EntraError subscription_quota (no room in the tenant), subscription_unreachable (the handshake failed: it may
   * succeed later), permission_missing
   */
  create(access: CalledSourceAccess, order: SubscriptionOrder): Promise<Subscription>;
  /** Undefined if Microsoft no longer has it: create another, and read the changes since. */
  renew(access: CalledSourceAccess, id: string, expiresAt: Date): Promise<Subscription | undefined>;
  /** Proves again that we may read its objects; does not extend it. False if Microsoft no longer has it. */
  reauthorize(access: CalledSourceAccess, id: string): Promise<boolean>;
  /** Succeeds even if it no longer exists. */
  remove(access: CalledSourceAccess, id: string): Promise<void>;
};

/** Microsoft's maximum for users and groups. */
export const maxSubscriptionMinutes = 41_760;

const Answer = z
  .looseObject({ id: z.string().min(1).max(200), resource: z.string(), expirationDateTime: z.coerce.date() })
  .transform(({ id, resource, expirationDateTime }) => ({ id, resource, expires_at: expirationDateTime }));

type Use = <T>(access: CalledSourceAccess, work: (graph: GraphClient, caller: Caller) => Promise<T>) => Promise<T>;

/** Notifications that something has changed. The change itself is never taken from them, but read from the source. */
export function subscriptionsOf(use: Use): Subscriptions {
  return {
    create: (access, { resource, notification_url, client_state, expires_at }) =>
      use(access, (graph, caller) =>
        graph.send(caller, {
          method: 'POST',
          to: '/subscriptions',
          isOnce: true,
          body: {
            changeType: 'updated,deleted',
            notificationUrl: notification_url,
            lifecycleNotificationUrl: notification_url,
            resource,
            expirationDateTime: expires_at.toISOString(),
            clientState: client_state,
            latestSupportedTlsVersion: 'v1_2',
          },
          answer: Answer,
          permission: resource === 'users' ? permissions.users : 'Group.Read.All',
          refusals: { 400: 'subscription_unreachable', 403: 'subscription_quota' },
        }),
      ),
    renew: (access, id, expiresAt) =>
      use(access, (graph, caller) => {
        const body = { expirationDateTime: expiresAt.toISOString() };
        return orGone(graph.send(caller, { method: 'PATCH', to: pathOf(id), body, answer: Answer, ...ofSubscription }));
      }),
    reauthorize: (access, id) =>
      use(access, async (graph, caller) => {
        const call = { method: 'POST', to: `${pathOf(id)}/reauthorize`, answer: z.unknown(), isText: true } as const;
        return (await orGone(graph.send(caller, { ...call, ...ofSubscription }).then(() => true))) ?? false;
      }),
    remove: (access, id) =>
      use(access, async (graph, caller) => {
        await orGone(graph.send(caller, { method: 'DELETE', to: pathOf(id), ...ofSubscription }));
      }),
  };
}

const ofSubscription = { permission: permissions.users };

const pathOf = (id: string) => `/subscriptions/${encodeURIComponent(id)}`;

async function orGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EntraError && error.reason === 'not_found') return undefined;
    throw error;
  }
}
