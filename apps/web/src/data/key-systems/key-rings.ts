import { type Input, type KeyRing, keyRings } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** The rings on which these keys hang. */
export const ringsOfKeysQuery = (keys: string[]) => endpointQuery(keyRings.ofKeys, ['of', keys], { body: { keys } });

type Ring = Input<typeof keyRings.create>['body'];

export const useCreateRing = () => useCall(keyRings.create, (body: Ring) => ({ body }));

const ifMatch = ({ ring }: { ring: KeyRing }) => ({ ifMatch: ring.version });

/** Changes nothing after a concurrent change (version_conflict), as the one below. */
export const useUpdateRing = () =>
  useCall(
    keyRings.update,
    ({ ring, ...body }: Ring & { ring: KeyRing }) => ({ params: { id: ring.id }, body }),
    ifMatch,
  );

export const useDissolveRing = () =>
  useCall(keyRings.dissolve, ({ ring }: { ring: KeyRing }) => ({ params: { id: ring.id } }), ifMatch);
