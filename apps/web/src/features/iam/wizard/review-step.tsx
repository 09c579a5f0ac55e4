import { canonicalFields, type IamConnection, type Mapping, type StaffList, type SyncTask } from '@key2xs/contract';
import { Button } from '@mantine/core';
import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadSource } from '#data/iam';
import { formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import type { WizardEvent } from './wizard-state';

type Props = {
  connection: IamConnection;
  list: StaffList;
  mapping: Mapping;
  onStarted: (taskId: string) => void;
  dispatch: Dispatch<WizardEvent>;
};

/** Summary before the run, with preview and import. */
export function ReviewStep({ connection, list, mapping, onStarted, dispatch }: Props) {
  const { t } = useTranslation('iam');
  const read = useReadSource();
  const start = (isDryRun: boolean) =>
    read.mutate({ id: connection.id, isDryRun }, { onSuccess: ({ task_id }: SyncTask) => onStarted(task_id) });
  const fields = canonicalFields.filter((field) => mapping[field]).map((field) => t(`map.fields.${field}.label`));
  const isStarting = (isDryRun: boolean) => read.isPending && read.variables.isDryRun === isDryRun;
  return (
    <>
      {read.error && (
        <Notice tone="red" title={t('review.failed')}>
          {read.error.message}
        </Notice>
      )}
      <Panel title={t('review.title')} padded>
        <KeyValues
          items={[
            { label: t('review.source'), value: connection.name },
            { label: t('review.list'), value: list.file_name },
            { label: t('review.rows'), value: formatNumber(list.rows) },
            { label: t('review.fields'), value: fields.join(', ') },
            { label: t('review.people'), value: formatNumber(connection.people) },
            { label: t('review.guard'), value: t('review.guardText', { limit: connection.guard_limit_percent }) },
          ]}
        />
        <div className="wizard-ways">
          <div>
            <Button onClick={() => start(true)} loading={isStarting(true)} disabled={read.isPending}>
              {t('review.preview')}
            </Button>
            <p className="mute">{t('review.previewHint')}</p>
          </div>
          <div>
            <Button
              variant="default"
              onClick={() => start(false)}
              loading={isStarting(false)}
              disabled={read.isPending}
            >
              {t('review.now')}
            </Button>
            <p className="mute">{t('review.nowHint')}</p>
          </div>
        </div>
      </Panel>
      <div className="setup-foot">
        <Button variant="default" onClick={() => dispatch({ type: 'back' })} disabled={read.isPending}>
          {t('wizard.previous')}
        </Button>
      </div>
    </>
  );
}
