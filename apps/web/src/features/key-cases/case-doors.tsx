import { type KeyCaseDetail, type KeyCaseDoor, keyCaseDoorList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatDate, formatInstant } from '#lib/format';
import { Mono } from '#ui/mono';
import { Empty } from '#ui/page-states';
import { StatusTag, type Tone } from '#ui/status-tag';
import { BulkBar } from '#ui/table/bulk-bar';
import { DecideDialog } from './decide-dialog';

/** The doors that a lost key could open, best protected first, and what is done about each. */
export function CaseDoors({ item }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  const [isDecidingAll, setIsDecidingAll] = useState(false);
  const isOpen = item.closed_at === null;
  const { undecided } = item.doors;
  return (
    <>
      {isOpen && undecided > 0 && (
        <div className="case-undecided">
          <Button onClick={() => setIsDecidingAll(true)}>{t('doors.decideAll', { count: undecided })}</Button>
        </div>
      )}
      <RecordList
        list={keyCaseDoorList}
        params={{ id: item.id }}
        columns={useColumns()}
        filters={useFilters()}
        words={t('doors.words', { returnObjects: true })}
        empty={<Empty title={t('doors.none')} hint={t('doors.noneHint')} />}
        rowKey={({ cylinder_id }) => cylinder_id}
        {...(isOpen && {
          bulk: {
            nameOf: ({ marking }: KeyCaseDoor) => marking,
            bar: (chosen: KeyCaseDoor[], onClear: () => void) => (
              <ChosenDoors item={item} chosen={chosen} onClear={onClear} />
            ),
          },
        })}
      />
      {isDecidingAll && (
        <DecideDialog item={item} cylinders="undecided" count={undecided} onClose={() => setIsDecidingAll(false)} />
      )}
    </>
  );
}

type Chosen = { item: KeyCaseDetail; chosen: KeyCaseDoor[]; onClear: () => void };

function ChosenDoors({ item, chosen, onClear }: Chosen) {
  const { t } = useTranslation('key-cases');
  const [isDeciding, setIsDeciding] = useState(false);
  return (
    <BulkBar label={t('doors.chosen')} count={t('doors.selected', { count: chosen.length })}>
      <Button onClick={() => setIsDeciding(true)}>{t('doors.decide')}</Button>
      <Button variant="subtle" onClick={onClear}>
        {t('doors.clear')}
      </Button>
      {isDeciding && (
        <DecideDialog
          item={item}
          cylinders={chosen.map(({ cylinder_id }) => cylinder_id)}
          count={chosen.length}
          onClose={() => setIsDeciding(false)}
          onDone={onClear}
        />
      )}
    </BulkBar>
  );
}

const tones: Record<KeyCaseDoor['state'], Tone> = {
  undecided: 'red',
  waiting: 'amber',
  failed: 'red',
  secured: 'green',
  accepted: 'grey',
};

function useColumns(): RecordColumn<typeof keyCaseDoorList>[] {
  const { t } = useTranslation('key-cases');
  const header = t('doors.columns', { returnObjects: true });
  return [
    {
      key: 'class',
      header: header.class,
      sort: 'protection_class',
      cell: ({ protection_class }: KeyCaseDoor) => protection_class,
    },
    {
      key: 'marking',
      phone: 'title',
      header: header.marking,
      sort: 'marking',
      isLine: true,
      cell: ({ marking }: KeyCaseDoor) => <Mono>{marking}</Mono>,
    },
    {
      key: 'name',
      phone: 'meta',
      header: header.name,
      width: '36%',
      cell: ({ name, place }: KeyCaseDoor) => (
        <>
          {name}
          {place && <div className="mute">{place}</div>}
        </>
      ),
    },
    {
      key: 'state',
      phone: 'aside',
      header: header.state,
      cell: (door: KeyCaseDoor) => (
        <StatusTag
          tone={tones[door.state]}
          label={door.decision ? t(`decisions.${door.decision}.is`) : t('undecided')}
        />
      ),
    },
    {
      key: 'work',
      phone: 'meta',
      header: header.work,
      isLine: true,
      cell: ({ job, accept_until, state }: KeyCaseDoor) => {
        if (state === 'accepted') return t('doors.until', { day: formatDate(accept_until) });
        if (!job) return null;
        const stage = t(`jobStates.${job.state as 'pending'}`);
        return job.programming_key ? `${stage}: ${job.programming_key}` : stage;
      },
    },
    {
      key: 'last',
      header: header.last,
      hideBelow: 1_200,
      isLine: true,
      cell: ({ last_opened_at }: KeyCaseDoor) => last_opened_at && formatInstant(last_opened_at),
    },
  ];
}

function useFilters(): RecordFilter<typeof keyCaseDoorList>[] {
  const { t } = useTranslation('key-cases');
  const options = Object.entries(t('doorStates', { returnObjects: true })).map(([value, label]) => ({ value, label }));
  return [{ name: 'state', label: t('doors.columns.state'), options }];
}
