import { type Over, subjectOf } from '@key2xs/contract';
import { useMutation } from '@tanstack/react-query';
import { kindsOfTask } from './kinds-of-task';

/** Starts a run of the same kind over the same connection; answers the task to follow. */
export const useRunAgain = ({ of, isDryRun }: { of: Over; isDryRun: boolean }) =>
  useMutation({ mutationFn: async () => kindsOfTask[of.kind].start(subjectOf(of).id, isDryRun) });
