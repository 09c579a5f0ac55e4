import { type AccessAsOf, type AsOfSubject, accessAsOf, asOfList, type RightAsOf } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { asOfQuery } from '#data/people/access';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { describeWindows } from '#lib/time/describe-windows';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { StatusTag, type Tone } from '#ui/status-tag';

type Props = { of: AsOfSubject; id: string; at?: string | undefined };

/** Who could open it at a moment by each layer, who gave each right, and since when each layer is known. */
export function AsOfRights({ of, id, at }: Props) {
  const { t } = useTranslation('access');
  const may = useMay(accessAsOf.get);
  const { data, error, refetch } = useQuery({ ...asOfQuery({ of, id }, at), enabled: may });
  const columns = useColumns(of);
  if (!may) return null;
  return (
    <Panel title={t('asOf.title')}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('asOf.loading')} />)}
      {data && (
        <>
          <Layers answer={data} />
          <RecordList
            list={asOfList}
            fixed={{ of, id, ...(at && { at }) }}
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
  );
}

function Layers({ answer }: { answer: AccessAsOf }) {
  const { t } = useTranslation('access');
  const { desired, recorded, effective, plans } = answer;
  const since = (at: string) => t('asOf.since', { at: formatInstant(at) });
  return (
    <div style={{ padding: '12px 16px 0' }}>
      <div className="layers">
        <Layer title={t('asOf.layers.desired')} count={desired.rights} hint={since(desired.known_since)} />
        <Layer
          title={t('asOf.layers.recorded')}
          count={recorded.rights}
          hint={<NotKnown count={recorded.not_known} since={since(recorded.known_since)} />}
        />
        <Layer
          title={t('asOf.layers.effective')}
          count={effective.rights}
          hint={<NotKnown count={effective.not_known} since={since(effective.known_since)} />}
        />
      </div>
      {plans.length > 0 && (
        <ul className="lines">
          {plans.map(({ keyplan_id, keyplan_name: name, version, published_at, published_by }) => (
            <li key={keyplan_id}>
              {t('asOf.plan', {
                name,
                version,
                at: formatInstant(published_at),
                by: published_by || t('asOf.upgrade'),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Layer({ title, count, hint }: { title: string; count: number; hint: ReactNode }) {
  const { t } = useTranslation('access');
  return (
    <section className="layer" aria-label={title}>
      <h2>{title}</h2>
      <p>{t('asOf.rights', { count })}</p>
      <p className="layer-hint">{hint}</p>
    </section>
  );
}

function NotKnown({ count, since }: { count: number; since: string }) {
  const { t } = useTranslation('access');
  return (
    <>
      {count > 0 && t('asOf.notKnown', { count })} {since}
    </>
  );
}

const tones: Record<RightAsOf['recorded'], Tone> = { yes: 'green', no: 'grey', not_known: 'amber' };

function Answer({ value, keys = [] }: { value: RightAsOf['recorded']; keys?: readonly string[] }) {
  const { t } = useTranslation('access');
  return (
    <>
      <StatusTag tone={tones[value]} label={t(`asOf.answer.${value}`)} />{' '}
      {keys.length > 0 && <span className="mute">{keys.join(', ')}</span>}
    </>
  );
}

function useColumns(of: AsOfSubject): RecordColumn<typeof asOfList>[] {
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
        <PlaceLink to="/people/$id" params={{ id: person_id }}>
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
      phone: 'aside',
      header: header.desired,
      cell: ({ desired }) => <Answer value={desired ? 'yes' : 'no'} />,
    },
    { key: 'recorded', phone: 'aside', header: header.recorded, cell: ({ recorded }) => <Answer value={recorded} /> },
    {
      key: 'effective',
      phone: 'aside',
      header: header.effective,
      cell: ({ effective, keys }) => <Answer value={effective} keys={keys} />,
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

function GivenBy({ right: { given_by, open_then } }: { right: RightAsOf }) {
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
              !open_then && t('asOf.outside'),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </li>
      ))}
    </ul>
  );
}
