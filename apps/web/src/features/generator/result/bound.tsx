import { type GeneratorFigures, type GeneratorRun, suggestionList, suggestions } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { useDownloadProof } from '#data/plans/generator';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** How close the plan is to the fewest profiles that are possible, with the proof as a file. */
export function Bound({ run, figures }: { run: Pick<GeneratorRun, 'id'>; figures: GeneratorFigures }) {
  const { t } = useTranslation('generator');
  return (
    <Panel padded>
      <p>
        <strong>
          <BoundWords figures={figures} />
        </strong>{' '}
        <span className="mute">
          {t('bound.about')} {t('bound.checker')}
        </span>
      </p>
      <Files runId={run.id} />
    </Panel>
  );
}

function BoundWords({ figures: { profiles, lower_bound: bound } }: { figures: GeneratorFigures }) {
  const { t } = useTranslation('generator');
  if (profiles === 0 && bound === 0) return t('bound.none');
  if (profiles < bound) return t('bound.above', { profiles, bound });
  if (profiles === bound) return t('bound.exact', { count: profiles });
  return t('bound.gap', { count: profiles - bound, profiles, bound });
}

function Files({ runId }: { runId: string }) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const proof = useDownloadProof();
  const csv = useExport(suggestionList.csv, suggestionList.fileName);
  const onError = () => toast.failure(t('bound.failed'));
  const mayProve = useMay(suggestions.proof);
  if (!mayProve) return null;
  return (
    <div className="actions generator-files">
      <Button
        variant="default"
        size="compact-sm"
        loading={proof.isPending}
        onClick={() => proof.mutate({ runId, isAnonymous: false }, { onError })}
      >
        {t('bound.proof')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        loading={proof.isPending}
        onClick={() => proof.mutate({ runId, isAnonymous: true }, { onError })}
      >
        {t('bound.anonymous')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        loading={csv.isPending}
        onClick={() => csv.mutate({ params: { id: runId }, query: {} }, { onError })}
      >
        {t('bound.csv')}
      </Button>
    </div>
  );
}
