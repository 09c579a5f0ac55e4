import { type DoorPerson, isOfValues } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useMoment, useTense } from '#components/access/moment-picker';
import { OpenState } from '#components/access/open-state';
import { RecordedTag } from '#components/access/recorded-tag';
import type { RecordColumn } from '#components/records/record-list';
import type { PeopleList, WhoQuestion } from '#data/people/access';
import { formatDate, formatNumber } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';

type Columns = RecordColumn<PeopleList>[];

/**
 * For one door the date of access, for several their number; people who are only recorded have neither rules nor
 * hours.
 */
type ColumnOptions = { isRecordedOnly: boolean; at: string };

export function useWhoColumns({ of }: WhoQuestion, { isRecordedOnly, at }: ColumnOptions): Columns {
  const { t } = useTranslation('access');
  const header = t('columns', { returnObjects: true });
  const tense = useTense();
  const isPast = tense === 'past'; // by each layer it is listed below
  const doors: Columns = [
    {
      key: 'doors',
      phone: 'aside',
      header: header.doors,
      align: 'right',
      cell: (person) => formatNumber(person.doors),
      hideBelow: 560,
    },
  ];
  const since: Columns = [
    {
      key: 'since',
      phone: 'meta',
      header: header.since,
      isLine: true,
      hideBelow: 1_000,
      cell: (row) => row.since && formatDate(row.since),
    },
  ];
  const why: Columns = [
    {
      key: 'because',
      phone: 'meta',
      header: header.because,
      cell: ({ reasons }) => <Because reasons={reasons} />,
      hideBelow: 640,
    },
    {
      key: 'hours',
      phone: 'meta',
      header: header.hours,
      cell: ({ reasons }) => hoursOf(reasons),
      hideBelow: 1_000,
    },
    {
      key: 'now',
      phone: 'aside',
      header: tense === 'now' ? header.now : header.moment,
      cell: ({ open_now, reasons }) => <OpenState isOpen={open_now} reasons={reasons} at={at} />,
      hideBelow: 820,
    },
    {
      key: 'recorded',
      phone: 'aside',
      header: header.recorded,
      cell: ({ recorded }) => <RecordedTag state={recorded} />,
    },
  ];
  return [
    {
      key: 'name',
      phone: 'title',
      header: header.name,
      sort: 'display_name',
      cell: (person) => <Name person={person} />,
    },
    {
      key: 'department',
      phone: 'meta',
      header: header.department,
      sort: 'department',
      width: '14%',
      clip: ({ department }) => department,
      hideBelow: isOfValues(of) ? 1_200 : 820,
    },
    {
      key: 'job_title',
      phone: 'meta',
      header: header.jobTitle,
      sort: 'job_title',
      width: '14%',
      clip: ({ job_title }) => job_title,
      hideBelow: 1_000,
    },
    ...(of === 'cylinder' ? [] : doors),
    ...(isRecordedOnly ? [] : isPast ? why.filter(({ key }) => key !== 'recorded') : why),
    ...(of === 'cylinder' && !isRecordedOnly && !isPast ? since : []),
  ];
}

function Name({
  person: { id, display_name, active },
}: {
  person: Pick<DoorPerson, 'id' | 'display_name' | 'active'>;
}) {
  const { t } = useTranslation('access');
  const at = useMoment();
  return (
    <>
      <PlaceLink to="/people/$id" params={{ id }} search={{ at }}>
        {display_name}
      </PlaceLink>{' '}
      {!active && <StatusTag tone="grey" label={t('left')} />}
    </>
  );
}

type Reasons = { reasons: DoorPerson['reasons'] };

function Because({ reasons }: Reasons) {
  const { t } = useTranslation('access');
  const [first] = reasons;
  if (!first) return <span className="mute">{t('noRule')}</span>;
  const more = reasons.length - 1;
  return (
    <>
      <PlaceLink to="/keys/key-plans/$id" params={{ id: first.keyplan_id }} hash={`rule-${first.rule_id}`}>
        {first.rule_name}
      </PlaceLink>{' '}
      {more > 0 && <span className="mute">{t('more', { count: more })}</span>}
    </>
  );
}

/** The hours of all rules together: access is their union. */
function hoursOf(reasons: DoorPerson['reasons']): string {
  if (reasons.length === 0) return '–';
  if (reasons.some(({ windows }) => windows.length === 0)) return describeWindows([]);
  return [...new Set(reasons.map(({ windows }) => describeWindows(windows)))].join('; ');
}
