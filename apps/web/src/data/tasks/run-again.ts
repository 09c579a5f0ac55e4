import { type ChangeSet, type SyncTask, subjectOf } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { kindsOfTask } from './kinds-of-task';

export type RunOver = Pick<SyncTask, 'kind' | 'subject_id'>;

/** The run that computes a change set anew. */
export const runOf = (changeSet: ChangeSet): RunOver => ({ kind: changeSet.kind, subject_id: subjectOf(changeSet).id });

/** Starts a run of the same kind over the same subject. @returns the task to follow */
export const useRunAgain = ({ of, isDryRun }: { of: RunOver; isDryRun: boolean }) =>
  useMutation({
    mutationFn: async () => {
      const { start } = kindsOfTask[of.kind];
      if (!start) throw new Error(`a task of kind ${of.kind} is not started again`);
      return start(of.subject_id, isDryRun);
    },
  });
