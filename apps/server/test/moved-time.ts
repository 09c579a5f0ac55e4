import { onTestFinished } from 'vitest';
import { beginDueRuns } from '../src/features/timetables/begin-due-runs';
import { timetableRuns } from '../src/timetable-runs';
import type { TestApp } from './app';

/**
 * Until the end of the test, timetables use a database clock set by the test. Far in the future, because other timestamps of
 * the database use the real time.
 */
export function moveTime({ deps }: TestApp, to: string) {
  const { databaseClock } = deps;
  let now = new Date(to);
  deps.databaseClock = async () => now;
  onTestFinished(() => void Object.assign(deps, { databaseClock }));
  return {
    /** The periodic check of a process. @returns the number of started tasks */
    async lookAt(moment: string): Promise<number> {
      now = new Date(moment);
      return beginDueRuns(deps, timetableRuns);
    },
    set: (moment: string) => {
      now = new Date(moment);
    },
  };
}
