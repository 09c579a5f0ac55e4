import { type KeyPlan, planVersions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { draftQuery } from '#data/plans/draft-edits';
import { comparisonQuery } from '#data/plans/plan-versions';
import { loadChunk } from '#lib/chunk';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { useUrlState } from '#ui/table/url-state';
import { keyPlanSearch } from '../key-plan-search';
import { limitWords, titleWords, workWords } from './bar-words';
import { WaitingChanges } from './waiting-changes';
import './draft-bar.css';

const ActivateDraftDialog = lazy(async () => {
  const loaded = await loadChunk('ActivateDraftDialog', () => import('./activate-draft-dialog'));
  return { default: loaded.ActivateDraftDialog };
});
const DiscardDialog = lazy(async () => {
  const loaded = await loadChunk('DiscardDialog', () => import('./discard-dialog'));
  return { default: loaded.DiscardDialog };
});

/** What waits in the draft of a plan, and what can be done about it. */
export function DraftBar({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('plan-versions');
  const [{ ask }, setAddress] = useUrlState(keyPlanSearch);
  const [open, setOpen] = useState<'activate' | 'discard' | undefined>(ask);
  const activation = useRef<HTMLButtonElement>(null);
  const mayActivate = useMay(planVersions.activate);
  const close = () => {
    setOpen(undefined);
    if (!ask) return;
    setAddress({ ask: undefined });
    // Opened by its address, the dialog has no button to return the focus to.
    activation.current?.focus();
  };
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
          <Button ref={activation} onClick={() => setOpen('activate')}>
            {t('bar.activate')}
          </Button>
          <Button variant="default" onClick={() => setOpen('discard')}>
            {t('bar.discard')}
          </Button>
        </>
      )}
    </>
  );
  return (
    <>
      <Waiting plan={plan} actions={actions} />
      <Suspense>
        {open === 'activate' && mayActivate && <ActivateDraftDialog plan={plan} onClose={close} />}
        {open === 'discard' && <DiscardDialog plan={plan} onClose={close} />}
      </Suspense>
    </>
  );
}

function Waiting({ plan, actions }: { plan: KeyPlan; actions: ReactNode }) {
  const { t, i18n } = useTranslation('plan-versions');
  const { data, error } = useQuery(comparisonQuery(plan.id));
  const { data: draft } = useQuery(draftQuery(plan.id));
  const effect = data?.effect;
  const waiting = draft?.changes ?? [];
  const editors = [...new Set(waiting.flatMap(({ edited_by }) => edited_by ?? []))].sort();
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(editors);
  const sentences = [
    !plan.is_active && t('bar.inactive'),
    effect ? workWords(effect, t) : t(error ? 'bar.failed' : 'working'),
    effect && limitWords(effect, t),
    editors.length > 0 && t('bar.editedBy', { names }),
  ];
  return (
    <Notice tone="amber" title={titleWords(plan.pending_changes, effect, t)} actions={actions}>
      <span role="status">{sentences.filter(Boolean).join(' ')}</span>
      {data && data.changes.length > 0 && (
        <details>
          <summary>{t('bar.show')}</summary>
          <WaitingChanges changes={data.changes} waiting={waiting} />
        </details>
      )}
    </Notice>
  );
}
