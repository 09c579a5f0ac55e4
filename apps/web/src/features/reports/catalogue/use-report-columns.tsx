import type { Report, ReportColumn, ReportRow } from '@key2xs/contract';
import { formatInstant, formatNumber } from '#lib/format';
import type { Column } from '#ui/table/data-table';
import { useViewportWidth } from '#ui/viewport-width';

/** In narrower windows, rows have no headings. */
const PHONE_PX = 600;

export function useReportColumns({ columns }: Report): Column<ReportRow>[] {
  const isPhone = useViewportWidth() < PHONE_PX;
  const titleAt = columns.findIndex(({ name }) =>
    ['who', 'holder', 'person', 'key', 'plan', 'marking', 'subject'].includes(name),
  );
  return columns.map((column, at): Column<ReportRow> => {
    const isTitle = at === Math.max(titleAt, 0);
    return {
      key: column.name,
      header: column.title,
      phone: isTitle ? 'title' : 'meta',
      ...(column.kind === 'number' && !isPhone && { align: 'right' as const }),
      ...(column.kind === 'moment' && { isLine: true as const }),
      cell: ({ cells }) => {
        const shown = inWords(column, cells[at] ?? null);
        if (!isPhone || isTitle) return shown ?? '–';
        return (
          shown !== null && (
            <>
              <span className="mute">{column.title}: </span>
              {shown}
            </>
          )
        );
      },
    };
  });
}

function inWords({ kind }: ReportColumn, value: ReportRow['cells'][number]): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return formatNumber(value);
  return kind === 'moment' ? formatInstant(value) : value;
}
