import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export type Paging = { offset: number; limit: number; total: number; onChange: (offset: number) => void };

/** The range of rows shown, the total, and paging buttons. */
export function TableFoot({ offset, limit, total, onChange, shown }: Paging & { shown: number }) {
  const { t } = useTranslation();
  const range =
    shown === 0 ? t('ui.rangeNone', { total }) : t('ui.range', { from: offset + 1, to: offset + shown, total });
  return (
    <div className="table-foot">
      <span role="status">{range}</span>
      <ActionIcon
        variant="default"
        aria-label={t('ui.previousPage')}
        disabled={offset <= 0}
        onClick={() => onChange(Math.max(offset - limit, 0))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={t('ui.nextPage')}
        disabled={offset + shown >= total}
        onClick={() => onChange(offset + limit)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
