import { people, privacy } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

export const personQuery = (id: string) => endpointQuery(people.get, ['one', id], { params: { id } });

/** What stands in the way of erasing a person, what would be erased, and what stays. */
export const erasureQuery = (id: string) => endpointQuery(privacy.preview, ['erasure', id], { params: { id } });

export const useErasePerson = () =>
  useCall(privacy.erase, ({ id, reason }: { id: string; reason: string }) => ({ params: { id }, body: { reason } }));
