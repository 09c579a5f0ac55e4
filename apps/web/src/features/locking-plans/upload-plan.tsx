import { type LockingPlanPreview, maxLockingPlanBytes } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreviewLockingPlan } from '#data/key-systems/locking-plans';
import { FileDrop } from '#ui/file-drop';
import { Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';

type Props = { connectionId: string; title: string; onRead: (fileName: string, preview: LockingPlanPreview) => void };

/** Uploads a sheet; `onRead` receives the parsed plan. */
export function UploadPlan({ connectionId, title, onRead }: Props) {
  const { t } = useTranslation('locking-plans');
  const read = usePreviewLockingPlan(connectionId);
  const [file, setFile] = useState<File>();
  const [isTooLarge, setIsTooLarge] = useState(false);
  const take = (chosen: File) => {
    if (read.isPending) return;
    const isLarge = chosen.size > maxLockingPlanBytes;
    setFile(chosen);
    setIsTooLarge(isLarge);
    read.reset();
    if (!isLarge) read.mutate(chosen, { onSuccess: (preview) => onRead(chosen.name, preview) });
  };
  return (
    <Panel title={title} padded>
      <FileDrop
        label={t('word.lockingPlan')}
        hint={t('upload.hint')}
        accept=".csv,.txt,.tsv,.xlsx,.xlsm"
        file={file}
        onFile={take}
        error={isTooLarge ? t('upload.tooLarge') : read.error?.message}
      />
      {read.isPending && <Loading label={t('upload.reading', { name: file?.name ?? '' })} />}
    </Panel>
  );
}
