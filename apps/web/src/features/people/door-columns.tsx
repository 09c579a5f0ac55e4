import { useTranslation } from 'react-i18next';
import { OpenState } from '#components/access/open-state';
import { RecordedTag } from '#components/access/recorded-tag';
import { formatDate } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';
import { Mono } from '#ui/mono';
import type { Column } from '#ui/table/data-table';
import type { Grant } from './filter-grants';

export function useDoorColumns(at: string): Column<Grant>[] {
  const { t } = useTranslation('people');
  return [
    {
      key: 'marking',
      phone: 'aside',
      header: t('access.columns.marking'),
      cell: ({ marking }) => <Mono>{marking}</Mono>,
    },
    {
      key: 'name',
      phone: 'title',
      header: t('access.columns.name'),
      cell: ({ name }) => name,
      clip: ({ name }) => name,
      width: '28%',
    },
    {
      key: 'location',
      phone: 'meta',
      header: t('access.columns.location'),
      cell: ({ location }) => location,
      clip: ({ location }) => location,
      width: '24%',
      hideBelow: 1200,
    },
    {
      key: 'because',
      phone: 'meta',
      header: t('access.columns.because'),
      cell: (grant) => <Because grant={grant} />,
      clip: ({ reasons }) => reasons.map(({ rule_name }) => rule_name).join('; '),
      width: '16%',
    },
    {
      key: 'when',
      phone: 'meta',
      header: t('access.columns.when'),
      cell: (grant) => <When grant={grant} />,
      isLine: true,
      hideBelow: 480,
    },
    {
      key: 'recorded',
      phone: 'meta',
      header: t('access.columns.recorded'),
      cell: ({ recorded }) => <RecordedTag state={recorded} />,
      hideBelow: 820,
    },
    {
      key: 'since',
      phone: 'meta',
      header: t('access.columns.since'),
      cell: ({ since }) => since && formatDate(since),
      isLine: true,
      hideBelow: 1200,
    },
    {
      key: 'now',
      phone: 'aside',
      header: t('access.columns.now'),
      cell: ({ open_now, reasons }) => <OpenState isOpen={open_now} reasons={reasons} at={at} />,
    },
  ];
}

function Because({ grant: { reasons } }: { grant: Grant }) {
  const { t } = useTranslation('people');
  const more = reasons.length - 1;
  return (
    <>
      {reasons[0]?.rule_name} {more > 0 && <span className="mute">{t('access.more', { count: more })}</span>}
    </>
  );
}

/** The windows of all rules together: access is their union. */
function When({ grant: { reasons } }: { grant: Grant }) {
  const isAlways = reasons.some(({ windows }) => windows.length === 0);
  const words = reasons.map(({ windows }) => describeWindows(windows));
  return isAlways ? describeWindows([]) : [...new Set(words)].join('; ');
}
