import type { CalledSourceAccess } from './called-source-driver';

/** What a source can tell about. */
export type SubscribedResource = 'users' | 'groups';

export type SubscriptionOrder = {
  resource: SubscribedResource;
  /** Where the source tells. It asks there for an echo before it answers. */
  notification_url: string;
  /** Comes with everything that is told, and proves it; at most 128 characters. */
  client_state: string;
  expires_at: Date;
};

export type Subscription = { id: string; expires_at: Date };

/** To be told that something has changed. What has changed is never taken from what is told, but read. */
export type SourceSubscriptions = {
  create(access: CalledSourceAccess, order: SubscriptionOrder): Promise<Subscription>;
  /** Undefined where the source no longer has it: create another, and read what has changed since. */
  renew(access: CalledSourceAccess, id: string, expiresAt: Date): Promise<Subscription | undefined>;
  /** Shows again that we may read what it tells of; its end stays. False where the source no longer has it. */
  reauthorize(access: CalledSourceAccess, id: string): Promise<boolean>;
  /** Also well when there is none any more. */
  remove(access: CalledSourceAccess, id: string): Promise<void>;
};
