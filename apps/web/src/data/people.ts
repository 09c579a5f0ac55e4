import { people } from '@key2xs/contract';
import { endpointQuery } from './endpoint-calls';

export const personQuery = (id: string) => endpointQuery(people.get, ['one', id], { params: { id } });
