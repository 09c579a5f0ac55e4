import { people } from '@key2xs/contract';
import { endpointQuery } from '../calls/endpoint-calls';

export const personQuery = (id: string) => endpointQuery(people.get, ['one', id], { params: { id } });
