import { planMatrix } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { loadChunk } from '#lib/chunk';
import { useToast } from '#ui/toast';
import type { Props } from './export-menu';
import type { PlanMatrixSource } from './matrix-source-of';
import type { PlanMatrixModel } from './plan-matrix-model';

const loadMenu = () => loadChunk('ExportMenu', () => import('./export-menu'));

/** Opens the formats of a file. The menu is fetched when it is wanted: few take a matrix with them. */
export function ExportButton(props: Props) {
  const { t } = useTranslation('plan-matrix');
  const toast = useToast();
  const [Menu, setMenu] = useState<Awaited<ReturnType<typeof loadMenu>>['ExportMenu']>();
  if (!useMay(planMatrix.export)) return null;
  const open = () =>
    void loadMenu().then(
      ({ ExportMenu }) => setMenu(() => ExportMenu),
      () => toast.failure(t('export.failed')),
    );
  const icon = <IconDownload size={15} aria-hidden />;
  if (Menu) {
    const button = (
      <Button variant="default" size="xs" leftSection={icon}>
        {t('export.action')}
      </Button>
    );
    return <Menu {...props} button={button} />;
  }
  return (
    <Button variant="default" size="xs" leftSection={icon} aria-haspopup="menu" onClick={open}>
      {t('export.action')}
    </Button>
  );
}

/** The most ids that fit into an address. */
const maxIds = 200;

/** Ids of the places and groups that are shown closed. */
export function closedGroups({ columns }: PlanMatrixModel, source: PlanMatrixSource): string[] {
  const shown = Array.from({ length: source.columns.length }, (_, index) => columns[source.columns.nodeAt(index)]);
  const closed = shown.flatMap((node) => (node && node.kind !== 'cylinder' && node.id ? [node.id] : []));
  return [...new Set(closed)].slice(0, maxIds);
}
