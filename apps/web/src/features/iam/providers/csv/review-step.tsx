import { canonicalFields, type IamConnection, type Mapping, type StaffList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Panel } from '#ui/panel';
import { ImportWays } from '../../wizard/import-ways';
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
  const fields = canonicalFields.filter((field) => mapping[field]).map((field) => t(`map.fields.${field}.label`));
  return (
    <>
      <Panel title={t('review.title')} padded>
        <KeyValues
          items={[
            { label: t('review.source'), value: connection.name },
            { label: t('upload.label'), value: list.file_name },
            { label: t('upload.rows'), value: formatNumber(list.rows) },
            { label: t('review.fields'), value: fields.join(', ') },
            { label: t('review.people'), value: formatNumber(connection.people) },
            {
              label: t('review.guard'),
              value: t('review.guardText', { limit: connection.guard_limit_percent ?? '–' }),
            },
          ]}
        />
        <ImportWays
          connection={connection}
          previewHint={t('review.previewHint')}
          nowHint={t('review.nowHint')}
          onStarted={onStarted}
        />
      </Panel>
      <div className="setup-foot">
        <Button variant="default" onClick={() => dispatch({ type: 'back' })}>
          {t('word.back')}
        </Button>
      </div>
    </>
  );
}
