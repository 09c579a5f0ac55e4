import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { entraOptionsQuery } from '#data/entra-setup';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';

type Props = { onKind: (kind: 'csv' | 'entra_id') => void };

/** Which kind of source it is, or the way back to what was begun elsewhere. */
export function KindStep({ onKind }: Props) {
  const { t } = useTranslation('entra-setup');
  return (
    <>
      <OpenSetups />
      <div className="wizard-kinds">
        <Panel padded>
          <Button onClick={() => onKind('entra_id')}>{t('kind.entra')}</Button>
          <p className="mute">{t('kind.entraText')}</p>
        </Panel>
        <Panel padded>
          <Button variant="default" onClick={() => onKind('csv')}>
            {t('kind.csv')}
          </Button>
          <p className="mute">{t('kind.csvText')}</p>
        </Panel>
      </div>
      <p className="mute">{t('kind.later')}</p>
    </>
  );
}

function OpenSetups() {
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
