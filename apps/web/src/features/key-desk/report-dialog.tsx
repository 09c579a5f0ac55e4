import type { Key, keyReports } from '@key2xs/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportKey, useTakeOverHolder } from '#data/key-systems/key-desk';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

export type KeyReport = (typeof keyReports)[number];

type Props = { item: Key; report: KeyReport | 'take_over'; onClose: () => void };

/** Says something of a key, with a reason. */
export function ReportDialog({ item, report, onClose }: Props) {
  const { t } = useTranslation('key-desk');
  const toast = useToast();
  const { field, take } = useReason();
  const [withHolder, setWithHolder] = useState(false);
  const reportKey = useReportKey();
  const takeOver = useTakeOverHolder();
  const mutation = report === 'take_over' ? takeOver : reportKey;
  const { marking: name, custody } = item;
  const person = custody.holder?.name ?? '';
  const confirm = () => {
    const reason = take();
    if (reason === undefined) return;
    const onSuccess = () => {
      toast.success(t(`report.${report}.done`, { name }));
      onClose();
    };
    if (report === 'take_over') takeOver.mutate({ key: item, reason }, { onSuccess });
    else reportKey.mutate({ key: item, body: { report, reason, with_holder: withHolder } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={t(`report.${report}.title`, { name })}
      confirmLabel={t(`report.${report}.confirm`)}
      isDangerous={report === 'report_lost' || report === 'retire'}
      isBusy={mutation.isPending}
      reason={field}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(`report.${report}.text`, { name })}</p>
      {report === 'find' && custody.holder && (
        <Checkbox
          label={t('report.find.withHolder', { name: person })}
          checked={withHolder}
          onChange={(event) => setWithHolder(event.currentTarget.checked)}
        />
      )}
      {mutation.error && <Notice tone="red" title={mutation.error.message} />}
    </ConfirmDialog>
  );
}
