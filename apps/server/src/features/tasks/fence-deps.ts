import type { KyselyPlugin } from 'kysely';
import type { Deps } from '#platform/deps';
import type { HeldLease } from './hold-lease';

/** What a step works with: neither the database nor a key system gets anything from a worker whose lease is over. */
export function fenceDeps(deps: Deps, { require }: Pick<HeldLease, 'require'>): Deps {
  const fence: KyselyPlugin = {
    transformQuery: ({ node }) => {
      require();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...deps,
    db: deps.db.withPlugin(fence),
    outbound: {
      ...deps.outbound,
      openHttps: (origin, tls) =>
        deps.outbound.openHttps(origin, tls).compose((dispatch) => (options, handler) => {
          require();
          return dispatch(options, handler);
        }),
    },
  };
}
