import type { KeySystemConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DriftNotice } from '#components/drift-notice';
import { StatusBadge } from '#components/status-badge';
import { TimeAgo } from '#components/time-ago';
import { TimetablePanel } from '#components/timetable/timetable-panel';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { StatusTag } from '#ui/status-tag';

type Props = { connection: KeySystemConnection; onEdit: () => void };

export function OverviewTab({ connection, onEdit }: Props) {
  const { t } = useTranslation('key-systems');
  const facts = [
    { label: t('manager.sorts.status'), value: <Health connection={connection} /> },
    {
      label: t('manager.sorts.last_successful_interaction'),
      value: <TimeAgo instant={connection.last_successful_interaction} />,
    },
    { label: t('word.systemType'), value: t(`system_types.${connection.system_type}`) },
    { label: t('overview.id'), value: <Mono>{connection.id}</Mono> },
    { label: t('word.created'), value: formatInstant(connection.created_at) },
    { label: t('overview.updated'), value: formatInstant(connection.updated_at) },
    { label: t('word.description'), value: connection.description },
  ];
  return (
    <>
      {connection.error_message && (
        <Notice tone="red" title={t('overview.problem')}>
          {connection.error_message}
        </Notice>
      )}
      <DriftNotice of={{ connection_id: connection.id }} />
      <KeyValues items={facts} />
      <TimetablePanel of={{ is: 'key_system', id: connection.id }} />
      <div className="dialog-foot">
        <Button onClick={onEdit}>{t('word.edit')}</Button>
      </div>
    </>
  );
}

function Health({ connection: { status, is_sandbox } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  return (
    <span className="key-system-tags">
      <StatusBadge status={status} />
      {is_sandbox && <StatusTag tone="grey" label={t('sandbox')} isPlain />}
    </span>
  );
}
