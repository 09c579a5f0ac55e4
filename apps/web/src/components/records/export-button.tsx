import type { Endpoint, List } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { type QueryOf, useExport, type Within } from '#data/calls/records';
import { useToast } from '#ui/toast';
import { useListState } from './list-state';

type Props<L extends List> = {
  list: L;
  params?: Within<L>;
  /** Filters set by the screen. */
  fixed?: Partial<QueryOf<L>>;
  /** Downloads this file instead of the CSV, with the same filters. */
  as?: { endpoint: Endpoint; fileName: string; label: string };
};

/** Downloads the filtered list as a file, in the order shown. */
export function ExportButton<L extends List>({ list, params, fixed, as }: Props<L>) {
  const { t } = useTranslation('shell');
  const [{ filter, sort }] = useListState(list);
  const { endpoint, fileName, label } = as ?? {
    endpoint: list.csv,
    fileName: list.fileName,
    label: t('records.export'),
  };
  const save = useExport(endpoint, fileName);
  const toast = useToast();
  const query = { ...filter, ...fixed, ...(sort && { sort }) };
  if (!useMay(endpoint)) return null;
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate({ params, query }, { onError: () => toast.failure(t('records.exportFailed')) })}
    >
      {label}
    </Button>
  );
}
