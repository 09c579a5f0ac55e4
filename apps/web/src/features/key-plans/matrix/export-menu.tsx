import { type MatrixRows, planMatrix } from '@key2xs/contract';
import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useExport } from '#data/calls/records';
import type { Sides } from '#data/plans/plan-versions';
import { useToast } from '#ui/toast';

const formats = ['csv', 'xlsx', 'pdf'] as const;

export type Props = { planId: string; sides: Sides; rows: MatrixRows; collapsed: readonly string[] };

/** The matrix as a file, with the groups closed that are closed on the screen. It is opened as it comes. */
export function ExportMenu({ button, ...props }: Props & { button: ReactElement }) {
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{button}</Menu.Target>
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
