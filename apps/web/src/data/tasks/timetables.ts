import { type Input, type Timetable, timetables } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from '../calls/endpoint-calls';

/** The owner of a timetable. */
export type TimetableOf = { is: 'source' | 'key_system'; id: string };

/** Its endpoints. */
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

/** Runs start on the server, so it is polled slowly. */
const pollMs = 15_000;

export const timetableQuery = ({ is, id }: TimetableOf) =>
  queryOptions({ ...endpointQuery(timetableCalls[is].get, [is, id], { params: { id } }), refetchInterval: pollMs });

type Calls = (typeof timetableCalls)[TimetableOf['is']];
type Change = Input<Calls['change']>['body'];
type Pause = Input<Calls['pause']>['body'];

/** Changes nothing after a concurrent change (version_conflict); the current one is read then. */
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
