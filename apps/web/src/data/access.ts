import { access } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

/** What a person of this identity source may open at present, and why. */
export const evaluationQuery = (connectionId: string, personId: string) =>
  queryOptions({
    queryKey: ['evaluation', connectionId, personId],
    queryFn: ({ signal }) =>
      call(access.evaluate, { params: { connection_id: connectionId, user_id: personId }, query: {} }, { signal }),
  });
