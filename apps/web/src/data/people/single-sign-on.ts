import { type Input, singleSignOn } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

export const singleSignOnQuery = endpointQuery(singleSignOn.get, ['settings'], {});

type Saved = { version: number; body: Input<typeof singleSignOn.save>['body'] };

/** Changes nothing after a concurrent change. */
export const useSaveSingleSignOn = () =>
  useCall(
    singleSignOn.save,
    ({ body }: Saved) => ({ body }),
    ({ version }: Saved) => ({ ifMatch: version }),
  );

export const useTestSingleSignOn = () =>
  useCall(singleSignOn.test, (body: Input<typeof singleSignOn.test>['body']) => ({ body }));

export const singleSignOnOfferQuery = endpointQuery(singleSignOn.offer, ['offer'], {});

/** The accounts of a provider by which the signed-in user signs in. */
export const singleSignOnLinksQuery = endpointQuery(singleSignOn.links, ['links'], {});
export const useUnlink = () => useCall(singleSignOn.unlink, (id: string) => ({ params: { id } }));
