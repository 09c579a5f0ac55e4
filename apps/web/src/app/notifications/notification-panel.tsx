import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { CertificateWarnings } from './certificate-warnings';
import { CredentialWarnings } from './credential-warnings';
import { NotificationList } from './notification-list';
import { OwnViews } from './own-views';
import { TokenWarnings } from './token-warnings';

type Props = {
  tasks: ComponentProps<typeof NotificationList>['tasks'];
  certificates: ComponentProps<typeof CertificateWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  credentials: ComponentProps<typeof CredentialWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  tokens: ComponentProps<typeof TokenWarnings>['warnings'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  views: ComponentProps<typeof OwnViews>['views'] & Pick<UseQueryResult<unknown[]>, 'data'>;
  onLeave: () => void;
};

/** What the bell opens: views of the own screens, what ends soon, then tasks. */
export function NotificationPanel({ tasks, certificates, credentials, tokens, views, onLeave }: Props) {
  return (
    <>
      <OwnViews views={views} onOpen={onLeave} />
      <CertificateWarnings warnings={certificates} onOpen={onLeave} />
      <CredentialWarnings warnings={credentials} onOpen={onLeave} />
      <TokenWarnings warnings={tokens} onOpen={onLeave} />
      <NotificationList
        tasks={tasks}
        hasOthers={[certificates, credentials, tokens, views].some(({ data }) => data !== undefined && data.length > 0)}
        onOpenTask={onLeave}
      />
    </>
  );
}
