import type { AccessRule, KeyPlan, PlanChange } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useListKeys } from '#components/records/use-list-keys';
import { useSelection } from '#components/records/use-selection';
import { Empty } from '#ui/page-states';
import { FilterBar, FilterSheet, SearchInput, SelectFilter } from '#ui/table/filter-bar';
import { useRowKeys } from '#ui/table/row-keys';
import { TableFoot } from '#ui/table/table-foot';
import { useUrlState } from '#ui/table/url-state';
import { useViewportWidth } from '#ui/viewport-width';
import { RuleBulk } from './rule-bulk';
import { RemovedRule, type RuleChange, RuleItem } from './rule-item';
import { chosenRules, ruleListSearch, ruleSorts, ruleTypes } from './rule-order';
import './rule-editor.css';

const PAGE_ROWS = 50;
const PHONE_PX = 768;

type Props = {
  plan: KeyPlan;
  rules: readonly AccessRule[];
  changes: readonly PlanChange[];
  onOpen: (kind: 'rule' | 'copy', rule: AccessRule) => void;
};

const idOf = ({ id }: { id: string }) => id;

/** The rules of a plan as sentences: searched, filtered and sorted as the address says, and selected for what is done to many. */
export function RuleList({ plan, rules, changes, onOpen }: Props) {
  const { t } = useTranslation('rule-editor');
  const [search, setSearch] = useUrlState(ruleListSearch);
  const root = useRef<HTMLDivElement>(null);
  useListKeys(root);
  const selection = useSelection(idOf);
  const changeOf = new Map(
    changes.filter((one): one is RuleChange => one.kind === 'rule').map((one) => [one.record_id, one]),
  );
  const chosen = chosenRules(rules, search, new Set(changeOf.keys()));
  const offset = Math.min(search.offset ?? 0, Math.max(0, chosen.length - 1));
  const shown = chosen.slice(offset, offset + PAGE_ROWS);
  const removed = [...changeOf.values()].filter(({ change }) => change === 'removed');
  const rowProps = useRowKeys({
    rows: shown,
    rowKey: idOf,
    onRowClick: (rule) => onOpen('rule', rule),
    rowLabel: ({ name }) => t('list.edit', { name }),
  });
  // What is selected may have been changed, or be gone.
  const selected = rules.filter((rule) => selection.has(rule));
  const clear = () => setSearch({ search: undefined, rule_type: undefined, status: undefined });
  return (
    <div ref={root} className="record-list">
      <RuleFilters total={chosen.length} hasDraft={changes.length > 0} />
      {chosen.length === 0 && rules.length > 0 && (
        <Empty
          title={t('list.noMatch')}
          action={
            <Button variant="default" onClick={clear}>
              {t('list.clear')}
            </Button>
          }
        />
      )}
      <ul className="rule-list" aria-label={t('list.label')}>
        {shown.map((rule) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            plan={plan}
            change={changeOf.get(rule.id)}
            isSelected={selection.has(rule)}
            onSelect={(isOn) => selection.set([rule], isOn)}
            onOpen={onOpen}
            rowProps={rowProps(rule)}
          />
        ))}
      </ul>
      {chosen.length > PAGE_ROWS && (
        <TableFoot
          offset={offset}
          limit={PAGE_ROWS}
          total={chosen.length}
          shown={shown.length}
          onChange={(next) => setSearch({ offset: next })}
        />
      )}
      {removed.length > 0 && (
        <section aria-label={t('list.removed')}>
          <h3 className="rule-removed-head">{t('list.removed')}</h3>
          <ul className="rule-list">
            {removed.map((change) => (
              <RemovedRule key={change.record_id} change={change} />
            ))}
          </ul>
        </section>
      )}
      {selected.length > 0 && (
        <RuleBulk
          plan={plan}
          selected={selected}
          onSelectAll={() => selection.set(chosen, true)}
          total={chosen.length}
          onClear={selection.clear}
        />
      )}
    </div>
  );
}

function RuleFilters({ total, hasDraft }: { total: number; hasDraft: boolean }) {
  const { t } = useTranslation(['rule-editor', 'key-plans']);
  const [{ search = '', rule_type, status, sort = 'name' }, setSearch] = useUrlState(ruleListSearch);
  const isPhone = useViewportWidth() < PHONE_PX;
  const choices = (
    <>
      <SelectFilter
        label={t('list.type')}
        value={rule_type}
        onChange={(chosen) => setSearch({ rule_type: ruleTypes.find((one) => one === chosen) })}
        options={ruleTypes.map((value) => ({ value, label: t(`list.types.${value}`) }))}
        clearable
      />
      <SelectFilter
        label={t('list.status')}
        value={status}
        onChange={(chosen) => setSearch({ status: statuses.find((one) => one === chosen) })}
        options={statuses
          .filter((value) => value !== 'changed' || hasDraft)
          .map((value) => ({ value, label: t(`list.statuses.${value}`) }))}
        clearable
      />
      <SelectFilter
        label={t('list.sort')}
        value={sort}
        onChange={(chosen) => setSearch({ sort: ruleSorts.find((one) => one === chosen && one !== 'name') })}
        options={ruleSorts.map((value) => ({ value, label: t(`list.sorts.${value}`) }))}
      />
    </>
  );
  return (
    <FilterBar>
      <SearchInput
        label={t('list.search')}
        value={search}
        onChange={(text) => setSearch({ search: text || undefined })}
      />
      {isPhone ? <FilterSheet count={[rule_type, status].filter(Boolean).length}>{choices}</FilterSheet> : choices}
      <span className="mute" role="status">
        {t('list.total', { count: total })}
      </span>
    </FilterBar>
  );
}

const statuses = ['on', 'off', 'changed'] as const;
