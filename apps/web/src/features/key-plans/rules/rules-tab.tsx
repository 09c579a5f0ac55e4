import type { KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RuleScope, rulesQuery } from '#data/access-rules';
import { comparisonQuery } from '#data/plan-versions';
import { loadChunk } from '#lib/chunk';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { keyPlanSearch } from '../key-plan-search';
import { RuleItem } from './rule-item';

const loadDrawer = () => loadChunk('RuleDrawer', () => import('./rule-drawer'));
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

function Rules({ plan, scope }: { plan: KeyPlan; scope: RuleScope }) {
  const { t } = useTranslation('key-plans');
  const { data, error, refetch } = useQuery(rulesQuery(scope));
  const waiting = useQuery({ ...comparisonQuery(plan.id), enabled: plan.pending_changes > 0 });
  const waits = new Set(plan.pending_changes > 0 ? waiting.data?.changes.map(({ record_id }) => record_id) : []);
  const [isAdding, setIsAdding] = useState(false);
  if (!data && error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('rules.loading')} />;

  const add = (
    <Button onPointerEnter={prepare} onFocus={prepare} onClick={() => setIsAdding(true)}>
      {t('rules.add')}
    </Button>
  );
  return (
    <>
      {data.items.length === 0 ? (
        <Panel>
          <Empty title={t('rules.none')} hint={t('rules.noneHint')} action={add} />
        </Panel>
      ) : (
        <Panel title={t('plan.tabs.rules')} actions={add}>
          <ul style={{ listStyle: 'none', margin: '0 0 -1px', padding: 0 }}>
            {data.items.map((rule) => (
              <RuleItem
                key={rule.id}
                rule={rule}
                plan={plan}
                connectionId={scope.connectionId}
                waits={waits.has(rule.id)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {isAdding && (
        <Suspense>
          <RuleDrawer plan={plan} scope={scope} onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
