import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CertificateWarnings } from './certificate-warnings';
import { CredentialWarnings } from './credential-warnings';
import { NotificationList } from './notification-list';
import { TokenWarnings } from './token-warnings';

type Props = {
  tasks: ComponentProps<typeof NotificationList>['tasks'];
  certificates: ComponentProps<typeof CertificateWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  credentials: ComponentProps<typeof CredentialWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  tokens: ComponentProps<typeof TokenWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  onLeave: () => void;
};

/** What the bell opens: what ends soon, then tasks. */
export function NotificationPanel({ tasks, certificates, credentials, tokens, onLeave }: Props) {
  return (
    <>
      <CertificateWarnings warnings={certificates} onOpen={onLeave} />
      <CredentialWarnings warnings={credentials} onOpen={onLeave} />
      <TokenWarnings warnings={tokens} onOpen={onLeave} />
      <NotificationList
        tasks={tasks}
        hasOthers={[certificates, credentials, tokens].some(({ data }) => data !== undefined && data.length > 0)}
        onOpenTask={onLeave}
      />
    </>
  );
}
