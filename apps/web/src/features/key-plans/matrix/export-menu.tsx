import { type MatrixRows, planMatrix } from '@key2xs/contract';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import type { Sides } from '#data/plans/plan-versions';
import { useToast } from '#ui/toast';
import type { PlanMatrixSource } from './matrix-source-of';
import type { PlanMatrixModel } from './plan-matrix-model';

const formats = ['csv', 'xlsx', 'pdf'] as const;

type Props = { planId: string; sides: Sides; rows: MatrixRows; collapsed: readonly string[] };

/** The matrix as a file, with the groups closed that are closed on the screen. */
export function ExportMenu(props: Props) {
  const { t } = useTranslation('plan-matrix');
  if (!useMay(planMatrix.export)) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconDownload size={15} aria-hidden />}>
          {t('export.action')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Format key={format} format={format} {...props} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Format({ format, planId, sides, rows, collapsed }: Props & { format: (typeof formats)[number] }) {
  const { t } = useTranslation('plan-matrix');
  const toast = useToast();
  const save = useExport(planMatrix.export, `matrix.${format}`);
  const start = () => {
    const query = { ...sides, rows, format, ...(collapsed.length > 0 && { collapsed: collapsed.join(',') }) };
    save.mutateAsync({ params: { keyplan_id: planId }, query }).catch(() => toast.failure(t('export.failed')));
  };
  return <Menu.Item onClick={start}>{t(`export.${format}`)}</Menu.Item>;
}

/** The most ids that fit into an address. */
const maxIds = 200;

/** Ids of the places and groups that are shown closed. */
export function closedGroups({ columns }: PlanMatrixModel, source: PlanMatrixSource): string[] {
  const shown = Array.from({ length: source.columns.length }, (_, index) => columns[source.columns.nodeAt(index)]);
  const closed = shown.flatMap((node) => (node && node.kind !== 'cylinder' && node.id ? [node.id] : []));
  return [...new Set(closed)].slice(0, maxIds);
}
