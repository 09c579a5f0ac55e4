import type { PollingStatus } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';

type Props = { sourceId: string; error: PollingStatus['last_error'] };

/** Links to the credentials tab if the source refuses its secret or certificate; nothing for other errors. */
export function ReplaceCredential({ sourceId, error }: Props) {
  const { t } = useTranslation('source');
  if (!error?.replace) return null;
  return (
    <LinkButton to="/iam-manager" search={{ source: sourceId, tab: 'credentials' }}>
      {t(`credentials.replace.${error.replace}`)}
    </LinkButton>
  );
}
