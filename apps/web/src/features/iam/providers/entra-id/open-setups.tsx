import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { entraOptionsQuery } from './set-up-calls';

/** The viewer's unfinished set-ups, also from another browser. */
export function OpenSetups() {
  const { t } = useTranslation('entra-setup');
  const { data, error } = useQuery(entraOptionsQuery);
  if (error) return <Notice tone="amber" title={t('kind.failed')} />;
  return data?.open.map(({ session, connection_name: name, expires_at }) => (
    <Notice
      key={session}
      tone="blue"
      title={t('kind.open')}
      actions={
        <LinkButton to="/connect/iam-wizard" search={{ kind: 'entra_id', setup: session }} variant="default">
          {t('kind.goOn', { name })}
        </LinkButton>
      }
    >
      {name}, {t('kind.began', { at: formatInstant(expires_at) })}
    </Notice>
  ));
}
