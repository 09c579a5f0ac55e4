import type { DriverError, SourceSubscriptions, SourceThrottled, Subscription } from '@key2xs/drivers';

type StoredSubscription = Subscription & { address: string; client_state: string; resource: string };

/** The notifications of a fake source: validates the address like Graph, and delivers over HTTP. */
export class NotifyingSource {
  readonly there = new Map<string, StoredSubscription>();
  readonly removed: string[] = [];
  renewals = 0;
  created = 0;
  reauthorized: string[] = [];
  /** Errors thrown instead of the next answers. */
  readonly failures: (DriverError | SourceThrottled)[] = [];

  readonly subscriptions: SourceSubscriptions = {
    create: async (_, { resource, notification_url, client_state, expires_at }) => {
      this.throwScripted();
      const token = `check & <b>${this.created}</b>`;
      const address = `${notification_url}?validationToken=${encodeURIComponent(token)}`;
      const answer = await fetch(address, { method: 'POST', headers: { 'content-type': 'text/plain; charset=utf-8' } });
      const type = answer.headers.get('content-type') ?? '';
      if (answer.status !== 200 || !type.startsWith('text/plain') || (await answer.text()) !== token) {
        throw new Error(`the address did not echo: ${answer.status} ${type}`);
      }
      const id = `subscription-${++this.created}`;
      this.there.set(id, { id, expires_at, address: notification_url, client_state, resource });
      return { id, expires_at };
    },
    renew: async (_, id, expires_at) => {
      this.throwScripted();
      const subscription = this.there.get(id);
      if (!subscription) return undefined;
      this.renewals++;
      this.there.set(id, { ...subscription, expires_at });
      return { id, expires_at };
    },
    reauthorize: async (_, id) => {
      this.reauthorized.push(id);
      return this.there.has(id);
    },
    remove: async (_, id) => {
      this.throwScripted();
      this.removed.push(id);
      this.there.delete(id);
    },
  };

  private throwScripted(): void {
    const failure = this.failures.shift();
    if (failure) throw failure;
  }

  get first(): StoredSubscription {
    const [subscription] = this.there.values();
    if (!subscription) throw new Error('there is no subscription');
    return subscription;
  }

  /** One delivery, as Graph makes it. @returns the status of the answer */
  async deliver(values: Record<string, unknown> = {}, { id, client_state, address } = this.first): Promise<number> {
    const notice = {
      subscriptionId: id,
      clientState: client_state,
      changeType: 'updated',
      resource: 'Users/1',
      tenantId: 'any',
      resourceData: { id: 'not the truth' },
      ...values,
    };
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ value: [notice] }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }
}
