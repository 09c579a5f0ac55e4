import { useIsView } from '#data/auth';
import {
  useMarkCertificateWarningsSeen,
  useMarkCredentialWarningsSeen,
  useMarkTokenWarningsSeen,
} from '#data/expiry-warnings';
import { useMarkOwnViewsSeen } from '#data/own-views';
import { countStoredUnseen, useMarkSeen } from '#data/tasks/sync';

type Entries = readonly { seen: boolean }[] | undefined;
type Shown = {
  tasks: { unseen: number } | undefined;
  certificates: Entries;
  credentials: Entries;
  tokens: Entries;
  views: Entries;
};

const unseenOf = (entries: Entries) => entries?.filter(({ seen }) => !seen).length ?? 0;

/** The count of unseen entries in the bell, as kept here until the server answers, and a function that marks exactly those as seen; in a view they stay as they are. */
export function useUnseen({ tasks, certificates, credentials, tokens, views }: Shown) {
  const isView = useIsView();
  const kinds = [
    { unseen: tasks?.unseen ?? countStoredUnseen(), mark: useMarkSeen() },
    { unseen: unseenOf(certificates), mark: useMarkCertificateWarningsSeen() },
    { unseen: unseenOf(credentials), mark: useMarkCredentialWarningsSeen() },
    { unseen: unseenOf(tokens), mark: useMarkTokenWarningsSeen() },
    { unseen: unseenOf(views), mark: useMarkOwnViewsSeen() },
  ];
  return {
    unseen: kinds.reduce((sum, { unseen }) => sum + unseen, 0),
    markSeen: () => {
      if (isView) return;
      for (const { unseen, mark } of kinds) if (unseen > 0) mark.mutate();
    },
  };
}
