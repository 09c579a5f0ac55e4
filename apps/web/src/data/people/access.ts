import { type AccessWeek, type AsOfSubject, access, accessAsOf, peopleLists, type WhoOf } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** What a person of this identity source may open at a moment (now by default), and why. */
export const evaluationQuery = (connectionId: string, personId: string, at?: string) =>
  queryOptions({
    queryKey: keyOf(access.evaluate, 'evaluation', connectionId, personId, at),
    queryFn: ({ signal }) => {
      const params = { connection_id: connectionId, user_id: personId };
      return call(access.evaluate, { params, query: { ...(at && { at }) } }, { signal });
    },
  });

type WeekQuestion = Pick<AccessWeek, 'of' | 'id'>;

/** Weekly hours around a moment (now by default) of the doors of a person, or of a door or place for people. */
export const weekQuery = ({ of, id }: WeekQuestion, at?: string) =>
  endpointQuery(access.week, ['week', of, id, at], { query: { of, id, ...(at && { at }) } });

/** Why only one of two people may open certain doors. */
export const differenceQuery = (pair: { person_id: string; other_id: string }) =>
  endpointQuery(access.difference, ['difference', pair.person_id, pair.other_id], { query: pair });

/** Whether a person may open a door at a moment (now by default), and why or why not. */
export const checkQuery = (pair: { person_id: string; cylinder_id: string }, at?: string) =>
  endpointQuery(access.check, ['check', pair.person_id, pair.cylinder_id, at], {
    query: { ...pair, ...(at && { at }), explain_refusal: 'true' },
  });

type DoorsQuestion = { of: 'cylinder' | 'group' | 'location'; id: string };

/** Who can open doors although no plan allows it. */
export const canOpenQuery = ({ of, id }: DoorsQuestion, limit: number) =>
  endpointQuery(access.canOpen, ['can-open', of, id, limit], { query: { of, id, limit } });

export const foreignProfilesQuery = (person_id: string) =>
  endpointQuery(access.foreignProfiles, ['foreign-profiles', person_id], { params: { person_id } });

/** The subject of the question who may open it. */
export type WhoQuestion = { of: WhoOf; id: string };

/** How many people may open it, and how many more are still recorded; now by default. */
export const whoQuery = ({ of, id }: WhoQuestion, at?: string) =>
  endpointQuery(access.who, ['who', of, id, at], { query: { of, id, ...(at && { at }) } });

/** How many rights each layer had at a moment (now by default), and since when each is known. */
export const asOfQuery = ({ of, id }: { of: AsOfSubject; id: string }, at?: string) =>
  endpointQuery(accessAsOf.get, ['as-of', of, id, at], { query: { of, id, ...(at && { at }) } });

/** The seven lists differ only in their paths, so that one may stand for all. */
export type PeopleList = (typeof peopleLists)['cylinder'];

export function peopleListOf({ of, id }: WhoQuestion) {
  const [name = ''] = Object.keys(peopleLists[of].page.params.shape);
  return { list: peopleLists[of] as unknown as PeopleList, params: { [name]: id } as { cylinder_id: string } }; // see above
}
