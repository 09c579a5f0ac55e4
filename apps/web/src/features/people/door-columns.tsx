import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import { Mono } from '#ui/mono';
import { StatusTag } from '#ui/status-tag';
import type { Column } from '#ui/table/data-table';
import type { Grant } from './filter-grants';

export function useDoorColumns(): Column<Grant>[] {
  const { t } = useTranslation('people');
  return [
    { key: 'marking', header: t('access.columns.marking'), cell: ({ marking }) => <Mono>{marking}</Mono> },
    {
      key: 'name',
      header: t('access.columns.name'),
      cell: ({ name }) => name,
      clip: ({ name }) => name,
      width: '28%',
      hideBelow: 640,
    },
    {
      key: 'location',
      header: t('access.columns.location'),
      cell: ({ location }) => location,
      clip: ({ location }) => location,
      width: '24%',
      hideBelow: 1200,
    },
    {
      key: 'because',
      header: t('access.columns.because'),
      cell: (grant) => <Because grant={grant} />,
      clip: ({ reasons }) => reasons.map(({ rule_name }) => rule_name).join('; '),
      width: '16%',
    },
    {
      key: 'when',
      header: t('access.columns.when'),
      cell: (grant) => <When grant={grant} />,
      isLine: true,
      hideBelow: 480,
    },
    { key: 'now', header: t('access.columns.now'), cell: ({ open_now }) => <OpenNow isOpen={open_now} /> },
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

function OpenNow({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('people');
  return <StatusTag tone={isOpen ? 'green' : 'grey'} label={t(isOpen ? 'access.open' : 'access.closed')} />;
}
