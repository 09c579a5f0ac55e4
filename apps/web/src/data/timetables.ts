import { type Input, type Timetable, timetables } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from './endpoint-calls';

/** What is run by itself. */
export type TimetableOf = { is: 'source' | 'key_system'; id: string };

/** Its calls, by what it is. */
export const timetableCalls = {
  source: {
    get: timetables.ofSource,
    change: timetables.changeOfSource,
    pause: timetables.pauseSource,
    resume: timetables.resumeSource,
  },
  key_system: {
    get: timetables.ofKeySystem,
    change: timetables.changeOfKeySystem,
    pause: timetables.pauseKeySystem,
    resume: timetables.resumeKeySystem,
  },
} as const;

/** Runs begin by themselves, so it is asked again now and then. */
const pollMs = 15_000;

export const timetableQuery = ({ is, id }: TimetableOf) =>
  queryOptions({ ...endpointQuery(timetableCalls[is].get, [is, id], { params: { id } }), refetchInterval: pollMs });

type Calls = (typeof timetableCalls)[TimetableOf['is']];
type Change = Input<Calls['change']>['body'];
type Pause = Input<Calls['pause']>['body'];

/** Changes nothing if somebody else changed it first (version_conflict); the present one is read then. */
const useTimetableCall = <T>(send: (sent: T, ifMatch: number) => Promise<Timetable>) =>
  useMutation({
    mutationFn: ({ version, ...sent }: T & { version: number }) => send(sent as T, version), // what is left without the version
  });

export const useChangeTimetable = (of: TimetableOf) =>
  useTimetableCall((body: Change, ifMatch) =>
    call(timetableCalls[of.is].change, { params: { id: of.id }, body }, { ifMatch }),
  );

export const usePauseTimetable = (of: TimetableOf) =>
  useTimetableCall((body: Pause, ifMatch) =>
    call(timetableCalls[of.is].pause, { params: { id: of.id }, body }, { ifMatch }),
  );

export const useResumeTimetable = (of: TimetableOf) =>
  useTimetableCall((_: object, ifMatch) => call(timetableCalls[of.is].resume, { params: { id: of.id } }, { ifMatch }));
