import { draftEdits, type KeyPlan } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { useMay } from '#data/auth';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { keyPlanSearch } from '../key-plan-search';
import { shownOf } from './axes/shown-sides';
import { PlanMatrixView } from './plan-matrix-view';
import { usePlanMatrix } from './use-plan-matrix';

/** Who may open what by a plan, at a glance. People come from identity sources, so a plan without one shows how to link it. */
export function MatrixTab({ plan }: { plan: KeyPlan }) {
  // The choice of versions needs further texts; waiting for them when it comes would take the focus away.
  const { t } = useTranslation(['plan-matrix', 'matrix', 'plan-versions']);
  const [, setState] = useUrlState(keyPlanSearch);
  if (plan.iam_connections.length === 0) {
    const link = <Button onClick={() => setState({ tab: 'connections' })}>{t('empty.linkSource')}</Button>;
    return (
      <Panel>
        <Empty title={t('empty.noSource')} hint={t('empty.noSourceHint')} action={link} />
      </Panel>
    );
  }
  return (
    <>
      {plan.rules === 0 && <NoRules />}
      <PlanMatrix plan={plan} />
    </>
  );
}

function NoRules() {
  const { t } = useTranslation('plan-matrix');
  const [, setState] = useUrlState(keyPlanSearch);
  const actions = (
    <>
      <MayCall of={[draftEdits.apply]}>
        <Button onClick={() => setState({ tab: 'rules', dialog: 'rule' })}>{t('empty.addRule')}</Button>
      </MayCall>
      <LinkButton to="/keyplan/wizard" variant="default">
        {t('empty.wizard')}
      </LinkButton>
    </>
  );
  return (
    <Notice tone="blue" title={t('empty.noRules')} actions={actions}>
      {t('empty.noRulesHint')}
    </Notice>
  );
}

function PlanMatrix({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-matrix');
  const [{ rows = 'departments', find, show, from, to, cells }, setState] = useUrlState(keyPlanSearch);
  const { id, is_active } = plan;
  const mayEdit = useMay(draftEdits.apply);
  const shown = useMemo(() => {
    const asked = shownOf({ is_active }, { show, from, to });
    return { ...asked, isEditable: asked.isEditable && mayEdit };
  }, [is_active, show, from, to, mayEdit]);
  const { model, source, error, refetch, isReading } = usePlanMatrix({
    planId: id,
    sides: shown.sides,
    rows,
    layer: shown.layer,
    search: find,
    isOnlyFilled: cells !== 'all',
  });
  if (!model || !source) {
    return <Panel>{error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />}</Panel>;
  }
  if (model.matrix.people === 0 && rows !== 'keys') {
    const action = <LinkButton to="/iam-manager">{t('empty.sources')}</LinkButton>;
    return (
      <Panel>
        <Empty title={t('empty.noPeople')} hint={t('empty.noPeopleHint')} action={action} />
      </Panel>
    );
  }
  if (model.matrix.doors === 0) {
    const action = <Button onClick={() => setState({ tab: 'connections' })}>{t('empty.linkSystem')}</Button>;
    return (
      <Panel>
        <Empty title={t('empty.noDoors')} hint={t('empty.noDoorsHint')} action={action} />
      </Panel>
    );
  }
  return <PlanMatrixView plan={plan} shown={shown} rows={rows} model={model} source={source} isReading={isReading} />;
}
