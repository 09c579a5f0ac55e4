import { type AsOfSubject, accessAsOf, asOfList, type RightAsOf } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { ListPrefix } from '#components/records/list-state';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { asOfQuery } from '#data/people/access';
import { formatDate, formatNumber } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';
import { Mono } from '#ui/mono';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { StatusTag, type Tone } from '#ui/status-tag';
import { AsOfLayers } from './as-of-layers';
import { rightsPrefix } from './at-moment';

type Props = { of: AsOfSubject; id: string; at?: string | undefined };

/** Who could open it at a moment by each layer, who gave each right, and since when each layer is known. */
export function AsOfRights({ of, id, at }: Props) {
  const { t } = useTranslation('access');
  const may = useMay(accessAsOf.get);
  const { data, error, refetch } = useQuery({ ...asOfQuery({ of, id }, at), enabled: may });
  const columns = useColumns(of, at);
  if (!may) return null;
  const fixed = { of, id, ...(at && { at }) };
  const pdf = { endpoint: accessAsOf.exportPdf, fileName: 'access-as-of.pdf', label: t('asOf.pdf') };
  const exports = (
    <>
      <ExportButton list={asOfList} fixed={fixed} as={pdf} />
      <ExportButton list={asOfList} fixed={fixed} />
    </>
  );
  return (
    <ListPrefix value={rightsPrefix}>
      <Panel title={t('asOf.title')} actions={data && exports}>
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('asOf.loading')} />)}
        {data && (
          <>
            <div className="panel-body">
              <AsOfLayers answer={data} />
              <p className="mute">{t('asOf.listed')}</p>
            </div>
            <RecordList
              list={asOfList}
              fixed={fixed}
              columns={columns}
              filters={[
                {
                  name: 'layer',
                  label: t('asOf.layer'),
                  options: (['desired', 'recorded', 'effective'] as const).map((value) => ({
                    value,
                    label: t(`asOf.only.${value}`),
                  })),
                },
              ]}
              words={t('asOf.words', { returnObjects: true })}
              rowKey={({ person_id, cylinder_id }) => `${person_id} ${cylinder_id}`}
              empty={<Empty title={t('asOf.nobody')} hint={t('asOf.nobodyHint')} />}
            />
          </>
        )}
      </Panel>
    </ListPrefix>
  );
}

const tones: Record<RightAsOf['recorded'], Tone> = { yes: 'green', no: 'grey', not_known: 'amber' };

/** With the name of the layer, because rows have no headings on a phone. */
function Answer({ layer, value }: { layer: 'recorded' | 'effective'; value: RightAsOf['recorded'] }) {
  const { t } = useTranslation('access');
  return <StatusTag tone={tones[value]} label={t(`asOf.says.${layer}.${value}`)} />;
}

function useColumns(of: AsOfSubject, at: string | undefined): RecordColumn<typeof asOfList>[] {
  const { t } = useTranslation('access');
  const header = t('asOf.columns', { returnObjects: true });
  const person: RecordColumn<typeof asOfList> = {
    key: 'person',
    phone: 'title',
    header: header.person,
    sort: 'person',
    cell: ({ person_id, person_name }) =>
      person_name === null ? (
        <span className="mute">{t('asOf.erased')}</span>
      ) : (
        <PlaceLink to="/people/$id" params={{ id: person_id }} search={{ at }}>
          {person_name}
        </PlaceLink>
      ),
  };
  const department: RecordColumn<typeof asOfList> = {
    key: 'department',
    phone: 'meta',
    header: header.department,
    sort: 'department',
    cell: ({ department }) => department,
    hideBelow: 1_200,
  };
  const door: RecordColumn<typeof asOfList> = {
    key: 'door',
    phone: of === 'person' ? 'title' : 'meta',
    header: header.door,
    sort: 'marking',
    cell: ({ marking, name }) => [marking, name].filter(Boolean).join(' '),
  };
  return [
    ...(of === 'person' ? [] : [person, department]),
    ...(of === 'cylinder' ? [] : [door]),
    {
      key: 'desired',
      phone: 'foot',
      header: header.desired,
      cell: (right) => <ByPlan right={right} />,
    },
    {
      key: 'recorded',
      phone: 'foot',
      header: header.recorded,
      cell: ({ recorded }) => <Answer layer="recorded" value={recorded} />,
    },
    {
      key: 'effective',
      phone: 'foot',
      header: header.effective,
      cell: ({ effective, keys }) => (
        <>
          <Answer layer="effective" value={effective} /> {keys.length > 0 && <Mono>{keys.join(', ')}</Mono>}
        </>
      ),
    },
    {
      key: 'given_by',
      phone: 'meta',
      header: header.givenBy,
      cell: (right) => <GivenBy right={right} />,
      hideBelow: 640,
    },
    {
      key: 'confirmed',
      phone: 'meta',
      header: header.confirmed,
      cell: ({ confirmed }) =>
        confirmed && t('asOf.confirmed', { ...confirmed, by: confirmed.by ?? '–', at: formatDate(confirmed.at) }),
      hideBelow: 1_200,
    },
  ];
}

/** A plan gives a right outside its weekly hours too, though no one may open the door then. */
function ByPlan({ right: { desired, open_then } }: { right: RightAsOf }) {
  const { t } = useTranslation('access');
  const isOutside = desired && !open_then;
  return (
    <>
      <StatusTag
        tone={desired && open_then ? 'green' : 'grey'}
        label={t(`asOf.says.desired.${desired ? 'yes' : 'no'}`)}
      />{' '}
      {isOutside && <span className="mute">{t('asOf.outside')}</span>}
    </>
  );
}

function GivenBy({ right: { given_by } }: { right: RightAsOf }) {
  const { t } = useTranslation('access');
  if (given_by.length === 0) return <span className="mute">{t('asOf.noPlan')}</span>;
  return (
    <ul className="lines">
      {given_by.map((given) => (
        <li key={given.rule_id}>
          <PlaceLink to="/keys/key-plans/$id" params={{ id: given.keyplan_id }} hash={`rule-${given.rule_id}`}>
            {given.rule_name}
          </PlaceLink>
          <div className="mute">
            {[
              describeWindows(given.windows),
              given.published_at &&
                t('asOf.published', {
                  version: formatNumber(given.rule_version),
                  by: given.published_by || t('asOf.upgrade'),
                  at: formatDate(given.published_at),
                }),
              given.is_exception && t('asOf.exception'),
              given.request &&
                t('asOf.request', { by: given.request.asked_by, decided: given.request.decided_by ?? '–' }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </li>
      ))}
    </ul>
  );
}
