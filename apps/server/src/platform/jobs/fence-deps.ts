import type { KyselyPlugin } from 'kysely';
import type { Deps } from '../deps';
import type { HeldLease } from './hold-lease';

/**
 * Guards the deps of a step, so that a worker without its lease can write neither to the database nor to a key system.
 */
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
