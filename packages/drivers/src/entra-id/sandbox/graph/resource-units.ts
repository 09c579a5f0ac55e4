import type { ReceivedCall } from '../call';

const costs: Readonly<Record<string, number>> = { 'GET users': 2, 'GET groups one members': 3 };

/** What a call costs of the quota, as Graph counts for the identity service. */
export function unitsOf({ operation, query }: Pick<ReceivedCall, 'operation' | 'query'>): number {
  const less = (query.has('$select') ? 1 : 0) + (Number(query.get('$top') ?? 100) < 20 ? 1 : 0);
  return Math.max(1, (costs[operation] ?? 1) - less + (query.has('$expand') ? 1 : 0));
}
