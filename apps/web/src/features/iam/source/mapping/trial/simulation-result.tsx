import type { ChangeSet } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChangeCounts } from '#components/change-counts';
import { changeSetQuery } from '#data/tasks/change-sets';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { ChangeExamples } from './change-examples';
import { ChangedFields } from './changed-fields';

const shownKinds = ['leaver', 'problem', 'conflict', 'stop', 'begin', 'joiner'] as const;

type Props = {
  changeSetId: string;
  /** The mapping was edited after the simulation. */
  isOlder: boolean;
};

/** The effect of a run with the tried mapping: counts, doors, fields, and examples. */
export function SimulationResult({ changeSetId, isOlder }: Props) {
  const { t } = useTranslation('source');
  const { data: changeSet, error, refetch } = useQuery(changeSetQuery(changeSetId));
  if (error && !changeSet) return <Failure error={error} onRetry={refetch} />;
  if (!changeSet) return <Loading label={t('trial.all.loading')} />;
  const { id, counts, total, guards } = changeSet;
  const kinds = shownKinds.filter((kind) => counts[kind]);
  return (
    <section aria-label={t('trial.all.result')}>
      <div className="panel-body">
        <h3>{t('trial.all.result')}</h3>
        {isOlder && <Notice tone="amber" title={t('trial.all.older')} />}
        {guards.length > 0 && (
          <Notice tone="amber" title={t('trial.all.guarded')}>
            {t('trial.all.guardedHint')}
          </Notice>
        )}
        {total === 0 && (
          <Notice tone="green" title={t('trial.all.nothing')}>
            {t('trial.all.nothingHint')}
          </Notice>
        )}
        {total > 0 && <ChangeCounts counts={counts} />}
        {total > 0 && <Doors changeSet={changeSet} />}
      </div>
      {total > 0 && <ChangedFields changeSetId={id} />}
      {kinds.map((kind) => (
        <ChangeExamples key={kind} changeSetId={id} kind={kind} />
      ))}
    </section>
  );
}

function Doors({ changeSet: { id, effect } }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('source');
  if (!effect) return null;
  const { people: count, people_gaining: gaining, people_losing: losing } = effect;
  return (
    <>
      <p>{count === 0 ? t('trial.all.noDoors') : t('trial.all.doors', { count, gaining, losing })}</p>
      <LinkButton to="/change-sets/$id" params={{ id }} variant="default">
        {t('trial.all.seeAll')}
      </LinkButton>
    </>
  );
}
