import { onTestFinished } from 'vitest';
import { beginDueRuns } from '../src/features/timetables/begin-due-runs';
import { timetableRuns } from '../src/timetable-runs';
import type { TestApp } from './app';

/**
 * Until the test has ended, the database's clock shows for timetables what the test sets. Far ahead of now, because what the
 * database stamps by itself is as old as it is.
 */
export function moveTime({ deps }: TestApp, to: string) {
  const { databaseClock } = deps;
  let now = new Date(to);
  deps.databaseClock = async () => now;
  onTestFinished(() => void Object.assign(deps, { databaseClock }));
  return {
    /** What a process does every few seconds. @returns how many tasks it has begun */
    async lookAt(moment: string): Promise<number> {
      now = new Date(moment);
      return beginDueRuns(deps, timetableRuns);
    },
    set: (moment: string) => {
      now = new Date(moment);
    },
  };
}
