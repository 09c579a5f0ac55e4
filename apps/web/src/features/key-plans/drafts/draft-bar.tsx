import { type KeyPlan, planVersions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { comparisonQuery } from '#data/plan-versions';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { ActivateDraftDialog } from './activate-draft-dialog';
import { DiscardDialog } from './discard-dialog';
import { effectWords } from './effect-words';

/** What waits in the draft of a plan, and what can be done about it. */
export function DraftBar({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-versions');
  const [open, setOpen] = useState<'activate' | 'discard'>();
  const mayActivate = useMay(planVersions.activate);
  const close = () => setOpen(undefined);
  const actions = (
    <>
      <LinkButton
        to="/keys/key-plans/$id"
        params={{ id: plan.id }}
        search={{ tab: 'impact' }}
        replace
        resetScroll={false}
        variant="default"
      >
        {t('bar.preview')}
      </LinkButton>
      {mayActivate && (
        <>
          <Button onClick={() => setOpen('activate')}>{t('bar.activate')}</Button>
          <Button variant="default" onClick={() => setOpen('discard')}>
            {t('bar.discard')}
          </Button>
        </>
      )}
    </>
  );
  return (
    <>
      <Notice tone="amber" title={t('bar.title', { count: plan.pending_changes })} actions={actions}>
        {!plan.is_active && t('bar.inactive')} <Effect planId={plan.id} />
      </Notice>
      {open === 'activate' && <ActivateDraftDialog plan={plan} onClose={close} />}
      {open === 'discard' && <DiscardDialog plan={plan} onClose={close} />}
    </>
  );
}

function Effect({ planId }: { planId: string }) {
  const { t } = useTranslation('plan-versions');
  const { data, error } = useQuery(comparisonQuery(planId));
  const words = data ? t('bar.effect', { effect: effectWords(data.effect, t) }) : t(error ? 'bar.failed' : 'working');
  return <span role="status">{words}</span>;
}
