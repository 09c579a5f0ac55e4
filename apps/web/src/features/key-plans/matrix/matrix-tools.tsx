import { type KeyPlan, MatrixRows } from '@key2xs/contract';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useUrlState } from '#ui/table/url-state';
import { SidePicker } from '../impact/side-picker';
import { keyPlanSearch } from '../key-plan-search';
import type { Shown } from './axes/shown-sides';
import type { PlanMatrixSource } from './matrix-source-of';
import type { PlanMatrixModel } from './plan-matrix-model';

type Props = { plan: KeyPlan; shown: Shown; rows: MatrixRows; model: PlanMatrixModel; source: PlanMatrixSource };

const shows = ['draft', 'in_force', 'recorded', 'compare'] as const;

const addressOf = {
  draft: { show: undefined, from: undefined, to: undefined },
  in_force: { show: 'in_force', from: undefined, to: undefined },
  recorded: { show: 'recorded', from: undefined, to: undefined },
  compare: { show: undefined, from: 'in_force', to: 'draft' },
} as const;

/** What rows are and what is shown, kept in the address. */
export function MatrixTools({ plan, shown, rows, model, source }: Props) {
  const { t } = useTranslation('plan-matrix');
  const [{ find = '' }, setState] = useUrlState(keyPlanSearch);
  const isPaged = rows === 'people' || rows === 'keys';
  return (
    <>
      <SelectFilter
        label={t('rows')}
        value={rows}
        options={MatrixRows.options.map((value) => ({ value, label: t(`rowsOf.${value}`) }))}
        onChange={(value) => setState({ rows: MatrixRows.parse(value), find: undefined })}
      />
      <SelectFilter
        label={t('show')}
        value={shown.kind}
        options={shows.map((value) => ({ value, label: t(`shows.${value}`) }))}
        onChange={(value) => setState(addressOf[shows.find((one) => one === value) ?? 'draft'])}
      />
      {isPaged && (
        <SearchInput label={t('find')} value={find} onChange={(text) => setState({ find: text || undefined })} />
      )}
      {model.isFilled && <OnlyFilled source={source} />}
      {shown.kind === 'compare' && <SidePicker plan={plan} sides={shown.sides} />}
    </>
  );
}

/** Leaves out rows and columns without rights, and says how many. */
function OnlyFilled({ source: { leftOutRows, columns } }: { source: PlanMatrixSource }) {
  const { t } = useTranslation('plan-matrix');
  const [{ cells }, setState] = useUrlState(keyPlanSearch);
  const leftOut = [
    ...(leftOutRows > 0 ? [t('leftOut.rows', { count: leftOutRows })] : []),
    ...(columns.leftOut > 0 ? [t('leftOut.columns', { count: columns.leftOut })] : []),
  ];
  return (
    <div className="plan-matrix-filled">
      <Switch
        label={t('onlyFilled')}
        checked={cells !== 'all'}
        onChange={({ currentTarget }) => setState({ cells: currentTarget.checked ? undefined : 'all' })}
      />
      <output className="mute">{leftOut.length > 0 && t('leftOut.hidden', { what: leftOut.join(', ') })}</output>
    </div>
  );
}
