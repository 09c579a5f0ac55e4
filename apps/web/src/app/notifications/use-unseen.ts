import { useMarkWarningsSeen } from '#data/key-systems/client-certificates';
import { useMarkCredentialWarningsSeen } from '#data/sources/source-credentials';
import { countStoredUnseen, useMarkSeen } from '#data/tasks/sync';

type Entries = readonly { seen: boolean }[] | undefined;
type Shown = { tasks: { unseen: number } | undefined; certificates: Entries; credentials: Entries };

const unseenOf = (entries: Entries) => entries?.filter(({ seen }) => !seen).length ?? 0;

/** The count of unseen entries in the bell, as kept here until the server answers, and a function that marks exactly those as seen. */
export function useUnseen({ tasks, certificates, credentials }: Shown) {
  const markTasks = useMarkSeen();
  const markCertificates = useMarkWarningsSeen();
  const markCredentials = useMarkCredentialWarningsSeen();
  const unseenTasks = tasks?.unseen ?? countStoredUnseen();
  const [unseenCertificates, unseenCredentials] = [unseenOf(certificates), unseenOf(credentials)];
  return {
    unseen: unseenTasks + unseenCertificates + unseenCredentials,
    markSeen: () => {
      if (unseenTasks > 0) markTasks.mutate();
      if (unseenCertificates > 0) markCertificates.mutate();
      if (unseenCredentials > 0) markCredentials.mutate();
    },
  };
}
