import type { IamConnection } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReadSource } from '#data/sources/iam';
import { Notice } from '#ui/notice';

type Props = {
  connection: IamConnection;
  previewHint: string;
  nowHint: string;
  onStarted: (taskId: string) => void;
};

export function ImportWays({ connection: { id }, previewHint, nowHint, onStarted }: Props) {
  const { t } = useTranslation('iam');
  const read = useReadSource();
  const start = (isDryRun: boolean) =>
    read.mutate({ id, isDryRun }, { onSuccess: ({ task_id }) => onStarted(task_id) });
  const isStarting = (isDryRun: boolean) => read.isPending && read.variables.isDryRun === isDryRun;
  return (
    <>
      {read.error && (
        <Notice tone="red" title={t('review.failed')}>
          {read.error.message}
        </Notice>
      )}
      <div className="wizard-ways">
        <div>
          <Button onClick={() => start(true)} loading={isStarting(true)} disabled={read.isPending}>
            {t('review.preview')}
          </Button>
          <p className="mute">{previewHint}</p>
        </div>
        <div>
          <Button variant="default" onClick={() => start(false)} loading={isStarting(false)} disabled={read.isPending}>
            {t('review.now')}
          </Button>
          <p className="mute">{nowHint}</p>
        </div>
      </div>
    </>
  );
}
