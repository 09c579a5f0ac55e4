import { type GainOrLoss, gainOrLossList } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { NamedPerson } from '#components/records/named-person';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatNumber } from '#lib/format';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';

const maxNamed = 3;

/** People who gain or lose doors; a row opens their doors. Filters, order and what is compared are in the address. */
export function PeopleOfComparison({ planId }: { planId: string }) {
  const { t } = useTranslation('plan-versions');
  const columns: RecordColumn<typeof gainOrLossList>[] = [
    {
      key: 'name',
      header: t('impact.columns.name'),
      sort: 'display_name',
      phone: 'title',
      cell: ({ display_name, employee_id }) => <NamedPerson name={display_name} number={employee_id} />,
    },
    {
      key: 'department',
      header: t('impact.columns.department'),
      sort: 'department',
      hideBelow: 640,
      phone: 'meta',
      cell: ({ department }) => department ?? '–',
    },
    {
      key: 'job',
      header: t('impact.columns.job'),
      sort: 'job_title',
      hideBelow: 1_100,
      cell: ({ job_title }) => job_title ?? '–',
    },
    {
      key: 'gained',
      header: t('impact.columns.gained'),
      phone: 'meta',
      cell: ({ gained, doors_gained }) => <Doors sign="+" doors={gained} count={doors_gained} />,
    },
    {
      key: 'lost',
      header: t('impact.columns.lost'),
      phone: 'meta',
      cell: ({ lost, doors_lost }) => <Doors sign="−" doors={lost} count={doors_lost} />,
    },
  ];
  const changes = (['gains', 'loses'] as const).map((value) => ({ value, label: t(`impact.${value}`) }));
  return (
    <RecordList
      list={gainOrLossList}
      params={{ keyplan_id: planId }}
      columns={columns}
      filters={[{ name: 'change', label: t('impact.change'), options: changes }]}
      words={t('impact.words', { returnObjects: true })}
      rowLabel={({ display_name }) => t('impact.open', { name: display_name })}
      drawer={({ row, onClose }) => row && <PersonDoors person={row} onClose={onClose} />}
    />
  );
}

type Doors = GainOrLoss['gained'];

/** How many, and the first by marking. The sign tells gained from lost where headings are left out. */
function Doors({ sign, doors, count }: { sign: '+' | '−'; doors: Doors; count: number }) {
  if (count === 0) return '–';
  const named = doors.slice(0, maxNamed).map(({ marking }) => marking);
  return (
    <>
      {sign}
      {formatNumber(count)}{' '}
      <span className="mute">
        <Mono>
          {named.join(', ')}
          {count > named.length && ' …'}
        </Mono>
      </span>
    </>
  );
}

function PersonDoors({ person, onClose }: { person: GainOrLoss; onClose: () => void }) {
  const { t } = useTranslation('plan-versions');
  const { display_name, department, job_title, gained, lost, doors_gained, doors_lost } = person;
  return (
    <SideDrawer title={display_name} opened onClose={onClose}>
      <p className="mute">{[department, job_title].filter(Boolean).join(' · ')}</p>
      {doors_gained > 0 && (
        <DoorList title={t('impact.gained', { count: doors_gained })} doors={gained} count={doors_gained} />
      )}
      {doors_lost > 0 && <DoorList title={t('impact.lost', { count: doors_lost })} doors={lost} count={doors_lost} />}
    </SideDrawer>
  );
}

function DoorList({ title, doors, count }: { title: string; doors: Doors; count: number }) {
  const { t } = useTranslation('plan-versions');
  return (
    <section aria-label={title} style={{ marginTop: 16 }}>
      <h3>{title}</h3>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {doors.map(({ id, marking, name }) => (
          <li key={id} style={{ padding: '6px 0', borderBottom: '1px solid var(--line-soft)' }}>
            <Mono>{marking}</Mono> {name}
          </li>
        ))}
      </ul>
      {count > doors.length && <p className="mute">{t('impact.moreDoors', { count: doors.length })}</p>}
    </section>
  );
}
