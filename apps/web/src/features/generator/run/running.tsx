import type { GeneratorFigures, GeneratorRun } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { RunProgress } from '#data/plans/generator-events';
import { formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { ProgressBar } from '#ui/progress';
import { type Stat, StatStrip } from '#ui/stat-strip';
import { FoldingMatrix } from '../result/folding-matrix';
import { SuggestionCard } from '../result/suggestion-card';
import { DataNotice } from '../start/data-notice';

const shown = 8;

type Props = { run: GeneratorRun; progress: RunProgress };

/** The phase, the figures so far, the matrix that folds into blocks, and the newest suggestions. */
export function Running({ run, progress }: Props) {
  const { t } = useTranslation('generator');
  const { done, total, figures, suggestions, warnings } = progress;
  const phase = progress.phase ?? run.phase;
  const newest = [...suggestions.values()].slice(-shown).reverse();
  return (
    <Stack gap="md" className="generator-stack">
      <Panel padded>
        <ProgressBar
          label={t('run.progress')}
          phase={t(`run.phases.${run.status === 'waiting' ? 'waiting' : (phase ?? 'reading')}`)}
          done={done}
          total={total}
        />
        <p className="mute generator-leave">{t('run.leave')}</p>
      </Panel>
      {warnings.map(({ code, message }) => (
        <Notice key={`${code} ${message}`} tone="amber" title={message} />
      ))}
      <FiguresSoFar figures={figures} suggestions={suggestions.size} rights={progress.input?.rights} />
      <div className="generator-pair-of-panels">
        <Panel title={t('views.matrix')}>
          <p className="mute panel-note">{t('matrix.soFar', { count: suggestions.size })}</p>
          <FoldingMatrix runId={run.id} newest={progress.lastFoundId} names={suggestions} />
        </Panel>
        <Panel title={t('run.newest')}>
          <ul className="generator-cards" aria-label={t('run.newest')}>
            {newest.map((suggestion) => (
              <li key={suggestion.id}>
                <SuggestionCard suggestion={suggestion} />
              </li>
            ))}
          </ul>
          {newest.length === 0 && <p className="mute panel-note">{t('run.noneYet')}</p>}
        </Panel>
      </div>
      {progress.input && (
        <Panel title={t('notice.title')} padded>
          <DataNotice withEvents={run.settings.used_within_days !== null} input={progress.input} />
        </Panel>
      )}
    </Stack>
  );
}

type SoFar = { figures: Partial<GeneratorFigures>; suggestions: number; rights: number | undefined };

function FiguresSoFar({ figures, suggestions, rights }: SoFar) {
  const { t } = useTranslation('generator');
  const { by_rules, by_profiles, rules, profiles, lower_bound } = figures;
  const whole = figures.rights ?? rights;
  const known: [string, number | undefined][] = [
    [t('compare.rights'), whole],
    [t('views.suggestions'), suggestions],
    [t('compare.rules'), rules],
    [t('compare.profiles'), profiles],
    [t('balance.parts.by_rules'), by_rules],
    [t('balance.parts.by_profiles'), by_profiles],
    [t('bound.short'), lower_bound],
  ];
  const items = known.map(
    ([label, value]): Stat => ({ label, value: value === undefined ? '–' : formatNumber(value) }),
  );
  return <StatStrip items={items} />;
}
