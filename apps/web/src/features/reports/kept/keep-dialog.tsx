import type { Report } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeepReport } from '#data/kept-reports';
import type { ReportQuery } from '#data/reports';
import { Form, FormActions } from '#ui/form';
import { Dialog } from '#ui/overlay/dialog';
import { useToast } from '#ui/toast';
import { type FileChoice, FileFields } from './file-fields';

type Props = { report: Report; query: ReportQuery; onClose: () => void };

/** Makes the report as it is shown, and keeps the result. */
export function KeepDialog({ report: { id, title }, query, onClose }: Props) {
  const { t } = useTranslation('reports');
  const toast = useToast();
  const navigate = useNavigate();
  const keep = useKeepReport();
  const [file, setFile] = useState<FileChoice>({ format: 'pdf', days_kept: 365 });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate(
      { params: { report: id }, body: { ...query, ...file } },
      {
        onSuccess: ({ id: kept, rows }) => {
          const run = () => void navigate({ to: '/admin/reports', search: { tab: 'kept', kept } });
          toast.success(t('kept.isKept', { count: rows }), { label: t('kept.show'), run });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={t('kept.keepTitle', { title })} onClose={onClose}>
      <Form submit={submit} failedTitle={t('kept.failed')} failure={keep.error?.message}>
        <Stack gap="md">
          <FileFields value={file} onChange={(changed) => setFile({ ...file, ...changed })} />
          <FormActions submitLabel={t('kept.keep')} isBusy={keep.isPending} onCancel={onClose} />
        </Stack>
      </Form>
    </Dialog>
  );
}
