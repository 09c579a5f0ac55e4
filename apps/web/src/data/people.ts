import { people } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(people.get, 'one', id),
    queryFn: ({ signal }) => call(people.get, { params: { id } }, { signal }),
  });
