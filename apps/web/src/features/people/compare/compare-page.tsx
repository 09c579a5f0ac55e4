import { accessComparison, type Person } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '#components/person-select';
import { ExportButton } from '#components/records/export-button';
import { useListFilter } from '#components/records/list-state';
import { RecordList } from '#components/records/record-list';
import { personQuery } from '#data/people/people';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useCompareColumns } from './compare-columns';
import { CompareCounts } from './compare-counts';
import { CompareSentence } from './compare-sentence';
import '../people.css';

/** Two people side by side: which doors only one or both may open, and by which rules. */
export function ComparePage() {
  const { t } = useTranslation('access');
  const [{ person_id, other_id }, setFilter] = useListFilter(accessComparison);
  const first = usePerson(person_id);
  const second = usePerson(other_id);
  const secondField = useRef<HTMLInputElement>(null);
  const chooseFirst = (id: string | null) => {
    setFilter({ person_id: id ?? undefined, side: undefined });
    if (id !== null && other_id === undefined) secondField.current?.focus();
  };
  const pickers = (
    <div className="compare-people">
      <PersonSelect
        label={t('compare.first')}
        placeholder={t('compare.placeholder')}
        value={person_id ?? null}
        name={first?.display_name ?? null}
        onChange={chooseFirst}
      />
      <PersonSelect
        ref={secondField}
        label={t('compare.second')}
        placeholder={t('compare.placeholder')}
        value={other_id ?? null}
        name={second?.display_name ?? null}
        onChange={(id) => setFilter({ other_id: id ?? undefined, side: undefined })}
      />
    </div>
  );
  const isComplete = person_id !== undefined && other_id !== undefined;
  return (
    <Page
      title={t('compare.title')}
      subtitle={t('compare.subtitle')}
      back={{ to: '/people', label: t('word.people') }}
      actions={isComplete && <ExportButton list={accessComparison} />}
    >
      {pickers}
      {isComplete ? (
        first && second && <Comparison people={[first, second]} pair={{ person_id, other_id }} />
      ) : (
        <Panel>
          <Empty title={t('compare.choose')} hint={t('compare.chooseHint')} />
        </Panel>
      )}
    </Page>
  );
}

function usePerson(id: string | undefined): Person | undefined {
  return useQuery({ ...personQuery(id ?? ''), enabled: id !== undefined }).data;
}

type Props = { people: readonly [Person, Person]; pair: { person_id: string; other_id: string } };

function Comparison({ people, pair }: Props) {
  const { t } = useTranslation('access');
  const names = [people[0].display_name, people[1].display_name] as const;
  return (
    <>
      <div style={{ marginBottom: 16 }}>
        <CompareSentence people={people} />
      </div>
      <CompareCounts names={names} pair={pair} />
      <Panel>
        <RecordList
          list={accessComparison}
          columns={useCompareColumns(names)}
          words={t('compare.words', { returnObjects: true })}
          empty={<Empty title={t('compare.none')} />}
        />
      </Panel>
    </>
  );
}
