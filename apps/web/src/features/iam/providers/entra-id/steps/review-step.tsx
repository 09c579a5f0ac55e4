import { canonicalFields, type IamConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '#ui/key-values';
import { Panel } from '#ui/panel';
import { ImportWays } from '../../../wizard/import-ways';

type Props = { connection: IamConnection; onStarted: (taskId: string) => void; onBack: () => void };

/** Summary before the first run, with preview and import. */
export function ReviewStep({ connection, onStarted, onBack }: Props) {
  const { t } = useTranslation(['entra-setup', 'iam']);
  const { mapping_config: mapping, guard_limit_percent: limit } = connection;
  const fields = canonicalFields.filter((field) => mapping[field]).map((field) => t(`iam:map.fields.${field}.label`));
  return (
    <>
      <Panel title={t('review.title')} padded>
        <KeyValues
          items={[
            { label: t('iam:review.source'), value: connection.name },
            { label: t('review.fields'), value: fields.join(', ') },
            { label: t('iam:review.guard'), value: t('iam:review.guardText', { limit: limit ?? '–' }) },
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
        <Button variant="default" onClick={onBack}>
          {t('word.back')}
        </Button>
      </div>
    </>
  );
}
