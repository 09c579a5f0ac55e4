import { type AccessWeek, access, peopleLists, type WhoOf } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from './endpoint-calls';
import { keyOf } from './refetching';

/** What a person of this identity source may open at a moment, without one now, and why. */
export const evaluationQuery = (connectionId: string, personId: string, at?: string) =>
  queryOptions({
    queryKey: keyOf(access.evaluate, 'evaluation', connectionId, personId, at),
    queryFn: ({ signal }) => {
      const params = { connection_id: connectionId, user_id: personId };
      return call(access.evaluate, { params, query: { ...(at && { at }) } }, { signal });
    },
  });

type WeekQuestion = Pick<AccessWeek, 'of' | 'id'>;

/** When in the week of a moment, without one of now, doors open for a person, or a door or those of a place for people. */
export const weekQuery = ({ of, id }: WeekQuestion, at?: string) =>
  endpointQuery(access.week, ['week', of, id, at], { query: { of, id, ...(at && { at }) } });

/** Why one of two people may open what the other may not. */
export const differenceQuery = (pair: { person_id: string; other_id: string }) =>
  endpointQuery(access.difference, ['difference', pair.person_id, pair.other_id], { query: pair });

/** Whether somebody may open a door at a moment, without one now, and why or why not. */
export const checkQuery = (pair: { person_id: string; cylinder_id: string }, at?: string) =>
  endpointQuery(access.check, ['check', pair.person_id, pair.cylinder_id, at], {
    query: { ...pair, ...(at && { at }), explain_refusal: 'true' },
  });

type DoorsQuestion = { of: 'cylinder' | 'group' | 'location'; id: string };

/** Who can open doors although no plan says so. */
export const canOpenQuery = ({ of, id }: DoorsQuestion, limit: number) =>
  endpointQuery(access.canOpen, ['can-open', of, id, limit], { query: { of, id, limit } });

export const foreignProfilesQuery = (person_id: string) =>
  endpointQuery(access.foreignProfiles, ['foreign-profiles', person_id], { params: { person_id } });

/** What it is asked of who may open it. */
export type WhoQuestion = { of: WhoOf; id: string };

/** How many people may open it, and how many more are still recorded; without a moment now. */
export const whoQuery = ({ of, id }: WhoQuestion, at?: string) =>
  endpointQuery(access.who, ['who', of, id, at], { query: { of, id, ...(at && { at }) } });

/** The seven lists differ in their addresses alone, so that one may stand for all. */
export type PeopleList = (typeof peopleLists)['cylinder'];

export function peopleListOf({ of, id }: WhoQuestion) {
  const [name = ''] = Object.keys(peopleLists[of].page.params.shape);
  return { list: peopleLists[of] as unknown as PeopleList, params: { [name]: id } as { cylinder_id: string } }; // as said above
}
