import { type ComparedPerson, canonicalFields } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';
import { useViewportWidth } from '#ui/viewport-width';

/** Narrower windows show both values in one line. */
const PHONE_PX = 600;

type Row = { key: string; label: string; before: string | undefined; after: string | undefined; isChanged: boolean };

/** One person as stored and as the edited mapping would make them, with differences marked. */
export function ComparedFields({ person }: { person: ComparedPerson }) {
  const { t } = useTranslation(['source', 'iam', 'people']);
  const { label: name, after, problems, asked } = person;
  const rows = useRows(person);
  const isPhone = useViewportWidth() < PHONE_PX;
  const both: Column<Row> = {
    key: 'both',
    header: t('trial.one.mapped'),
    cell: (row) => <Both row={row} />,
    phone: 'meta',
  };
  const field: Column<Row> = {
    key: 'field',
    header: t('trial.one.field'),
    cell: ({ label }) => label,
    phone: 'title',
  };
  const beside: Column<Row>[] = [
    { key: 'today', header: t('trial.one.today'), cell: ({ before }) => before ?? <Nothing /> },
    { key: 'mapped', header: t('trial.one.mapped'), cell: (row) => <Mapped row={row} /> },
  ];
  return (
    <>
      {(problems.length > 0 || !after) && (
        <div className="panel-body">
          {problems.length > 0 && (
            <Notice tone="amber" title={t('trial.one.problems', { name })}>
              {problems.join(' ')}
            </Notice>
          )}
          {!after && (
            <Notice tone="grey" title={t('trial.one.missing', { name })}>
              {t('trial.one.missingHint')}
            </Notice>
          )}
        </div>
      )}
      {after && (
        <>
          <p className="source-sentence">
            <Sentence person={person} count={rows.filter(({ isChanged }) => isChanged).length} />
          </p>
          {asked.length > 0 && <p className="source-sentence mute">{t('trial.one.asked', { attributes: asked })}</p>}
          <DataTable
            caption={t('trial.one.caption', { name })}
            columns={isPhone ? [field, both] : [field, ...beside]}
            rows={rows}
            rowKey={({ key }) => key}
          />
        </>
      )}
    </>
  );
}

/** One row per field; the state, derived from some of them, is a row too. */
function useRows({ before, after, changed, state_before, state_after }: ComparedPerson): Row[] {
  const { t } = useTranslation(['source', 'iam', 'people']);
  const rows: Row[] = canonicalFields
    .filter((field) => before?.[field] || after?.[field])
    .map((field) => ({
      key: field,
      label: t(`iam:map.fields.${field}.label`),
      before: before?.[field],
      after: after?.[field],
      isChanged: changed.includes(field),
    }));
  if (state_after === null) return rows;
  const isChanged = state_before !== null && state_before !== state_after;
  const state = {
    before: state_before ? t(`people:states.${state_before}`) : undefined,
    after: t(`people:states.${state_after}`),
  };
  return [...rows, { key: 'state', label: t('trial.one.state'), ...state, isChanged }];
}

function Sentence({ person: { person_id, label: name }, count }: { person: ComparedPerson; count: number }) {
  const { t } = useTranslation('source');
  return (
    <>
      {count === 0 ? t('trial.one.same', { name }) : t('trial.one.changed', { name, count })}{' '}
      {person_id && (
        <PlaceLink to="/people/$id" params={{ id: person_id }}>
          {t('trial.one.open', { name })}
        </PlaceLink>
      )}
    </>
  );
}

/** In one line, for narrow windows. */
function Both({ row }: { row: Row }) {
  if (!row.isChanged) return row.after ?? <Nothing />;
  return (
    <>
      {row.before ?? <Nothing />} → <Mapped row={row} />
    </>
  );
}

/** Marks differences in words, not by colour alone. */
function Mapped({ row: { after, isChanged } }: { row: Row }) {
  const { t } = useTranslation('source');
  const value = after ?? <Nothing />;
  if (!isChanged) return value;
  return (
    <>
      <strong>{value}</strong> <StatusTag tone="amber" label={t('trial.one.changes')} />
    </>
  );
}

function Nothing() {
  const { t } = useTranslation('source');
  return <span className="mute">{t('trial.one.empty')}</span>;
}
