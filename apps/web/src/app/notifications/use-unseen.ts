import type { CertificateWarning } from '@key2xs/contract';
import { useMarkWarningsSeen } from '#data/client-certificates';
import { countKeptUnseen, useMarkSeen } from '#data/sync';

/** The count of unseen entries in the bell, as kept here until the server answers, and a function that marks exactly those as seen. */
export function useUnseen(tasks: { unseen: number } | undefined, warnings: readonly CertificateWarning[] | undefined) {
  const markTasks = useMarkSeen();
  const markWarnings = useMarkWarningsSeen();
  const unseenTasks = tasks?.unseen ?? countKeptUnseen();
  const unseenWarnings = warnings?.filter(({ seen }) => !seen).length ?? 0;
  return {
    unseen: unseenTasks + unseenWarnings,
    markSeen: () => {
      if (unseenTasks > 0) markTasks.mutate();
      if (unseenWarnings > 0) markWarnings.mutate();
    },
  };
}
