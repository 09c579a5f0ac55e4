import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { OpenState } from '#components/access/open-state';
import { RecordedTag } from '#components/access/recorded-tag';
import { describeWindows } from '#lib/time/describe-windows';
import { Mono } from '#ui/mono';
import type { Column } from '#ui/table/data-table';
import type { Grant } from './filter-grants';

export function useDoorColumns(at: string): Column<Grant>[] {
  const { t } = useTranslation('people');
  const tense = useTense();
  const recorded: Column<Grant> = {
    key: 'recorded',
    phone: 'meta',
    header: t('access.recorded.yes'),
    cell: ({ recorded }) => <RecordedTag state={recorded} />,
    hideBelow: 820,
  };
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
      cell: ({ name, location }) => <Lines first={name || location} second={name && location} />,
      width: '40%',
    },
    {
      key: 'because',
      phone: 'meta',
      header: t('access.columns.because'),
      cell: (grant) => <Lines first={<Because grant={grant} />} second={hoursOf(grant)} />,
      hideBelow: 480,
    },
    ...(tense === 'past' ? [] : [recorded]),
    {
      key: 'now',
      phone: 'aside',
      header: t(tense === 'now' ? 'word.now' : 'word.atThatTime'),
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
function hoursOf({ reasons }: Grant): string {
  const isAlways = reasons.some(({ windows }) => windows.length === 0);
  const words = reasons.map(({ windows }) => describeWindows(windows));
  return isAlways ? describeWindows([]) : [...new Set(words)].join('; ');
}

/** Two lines in one cell, so that neither is truncated. */
function Lines({ first, second }: { first: ReactNode; second: string }) {
  return (
    <>
      {first}
      {second && <div className="mute door-line">{second}</div>}
    </>
  );
}
