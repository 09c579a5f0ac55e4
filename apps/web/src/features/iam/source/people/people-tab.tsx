import { personGroupList } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { formatDate, formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import type { SourceTabProps } from '../source-tab-props';
import { PeopleCounts } from './people-counts';

/** The people of a source by state, and its groups; both link to the list of people. */
export function PeopleTab({ source: { id } }: SourceTabProps) {
  const { t } = useTranslation('source');
  const navigate = useNavigate();
  const actions = (
    <>
      <ExportButton list={personGroupList} params={{ id }} />
      <LinkButton to="/people" search={{ connection_id: id }} variant="default">
        {t('word.openPeople')}
      </LinkButton>
    </>
  );
  const gone = [
    { value: 'false', label: t('groups.present') },
    { value: 'true', label: t('groups.gone') },
  ];
  return (
    <>
      <PeopleCounts sourceId={id} />
      <Panel title={t('webhook.resources.groups')} actions={actions}>
        <RecordList
          list={personGroupList}
          params={{ id }}
          columns={useColumns()}
          filters={[{ name: 'is_gone', label: t('word.state'), options: gone }]}
          words={t('groups.words', { returnObjects: true })}
          empty={<Empty title={t('groups.none')} hint={t('groups.noneHint')} />}
          onOpen={(group) =>
            void navigate({ to: '/people', search: { connection_id: id, group_id: group.id, active: 'true' } })
          }
          rowLabel={({ name }) => t('groups.open', { name })}
        />
      </Panel>
    </>
  );
}

function useColumns(): RecordColumn<typeof personGroupList>[] {
  const { t } = useTranslation('source');
  return [
    { key: 'name', phone: 'title', sort: 'name', header: t('word.group'), cell: ({ name }) => name },
    {
      key: 'people',
      phone: 'meta',
      sort: 'people',
      header: t('word.people'),
      cell: ({ people }) => formatNumber(people),
      align: 'right',
    },
    {
      key: 'state',
      phone: 'aside',
      header: t('word.state'),
      cell: ({ gone_at }) =>
        gone_at ? (
          <StatusTag tone="grey" label={t('groups.goneSince', { date: formatDate(gone_at) })} />
        ) : (
          <StatusTag tone="green" label={t('groups.present')} />
        ),
    },
  ];
}
