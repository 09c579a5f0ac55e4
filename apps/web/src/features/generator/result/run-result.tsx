import type { GeneratorRun } from '@key2xs/contract';
import { Button, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartRun } from '#data/plans/generator';
import { loadChunk } from '#lib/chunk';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Empty, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { generatorSearch, runViews } from '../generator-search';
import { Balance } from './balance';
import { Bound } from './bound';
import { FoldingMatrix } from './folding-matrix';
import { SuggestionsView } from './suggestions-view';

const loadChoices = () => loadChunk('ChoicesView', () => import('../choices/choices-view'));
const loadReview = () => loadChunk('ReviewView', () => import('../review/review-view'));
const loadCompare = () => loadChunk('CompareView', () => import('../choices/compare-view'));
const ChoicesView = lazy(async () => ({ default: (await loadChoices()).ChoicesView }));
const ReviewView = lazy(async () => ({ default: (await loadReview()).ReviewView }));
const CompareView = lazy(async () => ({ default: (await loadCompare()).CompareView }));

/** What a run has suggested, in views of one address. */
export function RunResult({ run }: { run: GeneratorRun }) {
  if (run.nothing) return <Nothing run={run} nothing={run.nothing} />;
  return (
    <>
      <Notices run={run} />
      {run.figures && (
        <>
          <div className="generator-summary">
            <Balance figures={run.figures} />
            <Bound run={run} figures={run.figures} />
          </div>
          <Views run={run} />
        </>
      )}
    </>
  );
}

function Views({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const navigate = useNavigate();
  const [{ view = 'suggestions' }] = useUrlState(generatorSearch);
  // What another view keeps in the address means nothing in the chosen one.
  const choose = (chosen: string | null) =>
    void navigate({
      to: '/keyplan-ai/create',
      search: generatorSearch.parse({ run: run.id, view: chosen ?? undefined }),
      replace: true,
      resetScroll: false,
    });
  const toSuggestion = (id: string) =>
    void navigate({ to: '/keyplan-ai/create', search: { run: run.id, open: id }, replace: true, resetScroll: false });
  return (
    <Tabs value={view} onChange={choose} keepMounted={false}>
      <div className="page-tabs">
        <TabList aria-label={t('views.label')}>
          {runViews.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`views.${name}`)}
            </Tabs.Tab>
          ))}
        </TabList>
      </div>
      <Suspense fallback={<Loading />}>
        <Tabs.Panel value="suggestions">
          <SuggestionsView run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="matrix">
          <Panel>
            <FoldingMatrix runId={run.id} onOpen={toSuggestion} />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="choices">
          <ChoicesView run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="review">
          <ReviewView run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="compare">
          <CompareView run={run} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}

function Notices({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const { status, error, figures, is_out_of_date, warnings, input, draft } = run;
  const toDraft = draft && (
    <LinkButton to="/keys/key-plans/$id" params={{ id: draft.keyplan_id }} variant="default">
      {t('draft.open')}
    </LinkButton>
  );
  return (
    <>
      {status === 'failed' && (
        <Notice tone="red" title={t('run.failed')} actions={<AgainButton run={run} />}>
          {error ?? ''} {figures && t('run.failedText')}
        </Notice>
      )}
      {status !== 'failed' && figures?.is_partial && (
        <Notice tone="amber" title={t('run.partial')} actions={<AgainButton run={run} />}>
          {t('run.partialText')}
        </Notice>
      )}
      {status === 'stopped' && !figures && (
        <Notice tone="amber" title={t('run.partial')} actions={<AgainButton run={run} />}>
          {t('run.stoppedEarly')}
        </Notice>
      )}
      {figures && is_out_of_date !== 'no' && (
        <Notice
          tone="amber"
          title={t(`run.outdated.${is_out_of_date}`)}
          actions={!figures.is_partial && status !== 'failed' && <AgainButton run={run} />} // else it is above
        >
          {t('run.outdatedText', { when: formatInstant(input?.read_at ?? run.created_at) })}
        </Notice>
      )}
      {warnings.map(({ code, message }) => (
        <Notice key={`${code} ${message}`} tone="amber" title={message} />
      ))}
      {draft && (
        <Notice tone="green" title={t('draft.exists')} actions={toDraft}>
          {t('draft.existsText', { name: draft.name })}
        </Notice>
      )}
    </>
  );
}

/** Why nothing was suggested, with the way to something. */
function Nothing({ run, nothing }: { run: GeneratorRun; nothing: NonNullable<GeneratorRun['nothing']> }) {
  const { t } = useTranslation('generator');
  const action = (
    <div className="actions generator-centred">
      {nothing.link && (
        <Button component="a" href={nothing.link} variant="default">
          {t('blocked.toMissing')}
        </Button>
      )}
      {nothing.nearest && <AgainButton run={{ ...run, settings: nothing.nearest }} label={t('blocked.nearest')} />}
    </div>
  );
  return (
    <Panel>
      <Empty title={t('blocked.nothing')} hint={nothing.sentence} action={action} />
    </Panel>
  );
}

/** Starts a run with the same settings, which keeps pins and decisions. */
function AgainButton({ run, label }: { run: Pick<GeneratorRun, 'id' | 'settings'>; label?: string }) {
  const { t } = useTranslation('generator');
  const navigate = useNavigate();
  const start = useStartRun();
  const begin = async () => {
    const { id } = await start.mutateAsync({ ...run.settings, previous_run_id: run.id });
    await navigate({ to: '/keyplan-ai/create', search: { run: id } });
  };
  return (
    <>
      <Button
        variant="default"
        loading={start.isPending}
        onClick={() => void begin().catch(() => undefined)} // shown beside
      >
        {label ?? t('run.again')}
      </Button>
      {start.error && (
        <span className="field-error" role="alert">
          {start.error.message}
        </span>
      )}
    </>
  );
}
