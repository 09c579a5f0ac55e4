import { type AccessRule, accessRules, type KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { type RuleScope, rulesQuery } from '#data/plans/access-rules';
import { comparisonQuery } from '#data/plans/plan-versions';
import { loadChunk } from '#lib/chunk';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { useEditing } from '../drafts/editing';
import { HistoryButtons } from '../drafts/history-buttons';
import { keyPlanSearch } from '../key-plan-search';
import { RuleList } from './rule-list';

const loadDrawer = () => loadChunk('RuleDrawer', () => import('./editor/rule-drawer'));
const RuleDrawer = lazy(async () => ({ default: (await loadDrawer()).RuleDrawer }));
/** Preloads on hover or focus. After a failure, pressing the button tries again. */
const prepare = () => void loadDrawer().catch(() => undefined);

/** Rules need an identity source, so a plan without one shows how to link it first. */
export function RulesTab({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const [, setState] = useUrlState(keyPlanSearch);
  const [source] = plan.iam_connections;
  if (source) return <Rules plan={plan} scope={{ planId: plan.id, connectionId: source.id }} />;
  const link = <Button onClick={() => setState({ tab: 'connections' })}>{t('rules.linkSource')}</Button>;
  return (
    <Panel>
      <Empty title={t('rules.needsSource')} hint={t('rules.needsSourceHint')} action={link} />
    </Panel>
  );
}

const closed = {
  dialog: undefined,
  rule_id: undefined,
  department: undefined,
  job_title: undefined,
  group_id: undefined,
};

function Rules({ plan, scope }: { plan: KeyPlan; scope: RuleScope }) {
  const { t } = useTranslation('key-plans');
  const { data: rules, error, refetch } = useQuery(rulesQuery(scope));
  const waiting = useQuery({ ...comparisonQuery(plan.id), enabled: plan.pending_changes > 0 });
  const [{ dialog }, setState] = useUrlState(keyPlanSearch);
  const { undoWords, redoWords } = useEditing();
  const mayAdd = useMay(accessRules.create);
  if (!rules && error) return <Failure error={error} onRetry={refetch} />;
  if (!rules) return <Loading label={t('rules.loading')} />;

  const changes = plan.pending_changes > 0 ? (waiting.data?.changes ?? []) : [];
  const removed = changes.filter(({ kind, change }) => kind === 'rule' && change === 'removed');
  const open = (kind: 'rule' | 'copy', rule: AccessRule) => setState({ ...closed, dialog: kind, rule_id: rule.id });
  const add = mayAdd && (
    <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => setState({ ...closed, dialog: 'rule' })}>
      {t(rules.length === 0 ? 'rules.addFirst' : 'rules.add')}
    </Button>
  );
  const hasSteps = (undoWords ?? redoWords) !== undefined;
  const actions = (
    <>
      <HistoryButtons />
      {add}
    </>
  );
  return (
    <>
      {rules.length === 0 && removed.length === 0 ? (
        <Panel actions={hasSteps && <HistoryButtons />}>
          <Empty title={t('rules.none')} hint={t('rules.noneHint')} action={add} />
        </Panel>
      ) : (
        <Panel title={t('plan.tabs.rules')} actions={actions}>
          <RuleList plan={plan} rules={rules} changes={changes} onOpen={open} />
        </Panel>
      )}
      {dialog && (
        <Suspense>
          <RuleDrawer plan={plan} scope={scope} onClose={() => setState(closed)} />
        </Suspense>
      )}
    </>
  );
}
