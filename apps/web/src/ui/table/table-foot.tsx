import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';

export type Paging = { offset: number; limit: number; total: number; onChange: (offset: number) => void };

const count = (n: number) => n.toLocaleString('en');

/** Which rows of how many, and the way to the ones before and after. */
export function TableFoot({ offset, limit, total, onChange, shown }: Paging & { shown: number }) {
  const range =
    shown === 0 ? `0 of ${count(total)}` : `${count(offset + 1)}–${count(offset + shown)} of ${count(total)}`;
  return (
    <div className="table-foot">
      <span role="status">{range}</span>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={offset <= 0}
        onClick={() => onChange(Math.max(offset - limit, 0))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next page"
        disabled={offset + shown >= total}
        onClick={() => onChange(offset + limit)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
