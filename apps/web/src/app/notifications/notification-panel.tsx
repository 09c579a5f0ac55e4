import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CertificateWarnings } from './certificate-warnings';
import { CredentialWarnings } from './credential-warnings';
import { NotificationList } from './notification-list';

type Props = {
  tasks: ComponentProps<typeof NotificationList>['tasks'];
  certificates: ComponentProps<typeof CertificateWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  credentials: ComponentProps<typeof CredentialWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  onLeave: () => void;
};

/** What the bell opens: what ends soon, then tasks. */
export function NotificationPanel({ tasks, certificates, credentials, onLeave }: Props) {
  return (
    <>
      <CertificateWarnings warnings={certificates} onOpen={onLeave} />
      <CredentialWarnings warnings={credentials} onOpen={onLeave} />
      <NotificationList
        tasks={tasks}
        hasOthers={(certificates.data?.length ?? 0) + (credentials.data?.length ?? 0) > 0}
        onOpenTask={onLeave}
      />
    </>
  );
}
