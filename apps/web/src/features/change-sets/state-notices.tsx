import { type ChangeSet, changeList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { RunAgain } from '#components/run-again';
import { runOf } from '#data/tasks/run-again';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

/** Notices for a change set that no longer waits for a decision. */
export function StateNotices({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const { state, total, failed, waiting } = changeSet;
  const problems = changeSet.counts.problem ?? 0;
  return (
    <>
      {state === 'stale' && (
        <Notice
          tone="amber"
          title={t('notices.stale.title')}
          actions={<RunAgain of={runOf(changeSet)} isDryRun label={t('one.computeAgain')} />}
        >
          {t('notices.stale.text')}
        </Notice>
      )}
      {state === 'discarded' && (
        <Notice tone="grey" title={t('notices.discarded.title')}>
          {t('notices.discarded.text')}
        </Notice>
      )}
      {state === 'simulated' && (
        <Notice tone="grey" title={t('notices.simulated.title')}>
          {t('notices.simulated.text')}
        </Notice>
      )}
      {state === 'applied' && total === 0 && <NothingNotice changeSet={changeSet} />}
      {waiting > 0 && (
        <Notice
          tone="amber"
          title={t('notices.waiting.title', { count: waiting })}
          actions={
            <LinkButton
              to="/work-list"
              search={{ connection_id: changeSet.key_system_connection_id ?? undefined }}
              variant="default"
            >
              {t('notices.waiting.show')}
            </LinkButton>
          }
        >
          {t('notices.waiting.text')}
        </Notice>
      )}
      {failed > 0 && (
        <Notice
          tone="red"
          title={t('notices.failures.title', { count: failed })}
          actions={<Show label={t('notices.failures.show')} patch={{ outcome: 'failed', kind: undefined }} />}
        >
          {t('notices.failures.text')}
        </Notice>
      )}
      {problems > 0 && state !== 'discarded' && (
        <Notice
          tone="grey"
          title={t('notices.problems.title', { count: problems })}
          actions={<Show label={t('notices.failures.show')} patch={{ kind: 'problem', outcome: undefined }} />}
        >
          {t('notices.problems.text')}
        </Notice>
      )}
    </>
  );
}

/** "Equal" is stated only when something could differ. */
function NothingNotice({ changeSet: { kind, effect } }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  if (kind === 'key_system' && effect?.people_before === 0) {
    return (
      <Notice
        tone="grey"
        title={t('notices.nothing.title')}
        actions={<LinkButton to="/keys/key-plans">{t('word.openKeyPlans')}</LinkButton>}
      >
        {t('notices.nothing.noPlan')}
      </Notice>
    );
  }
  return (
    <Notice tone="green" title={t('notices.nothing.title')}>
      {t('notices.nothing.text')}
    </Notice>
  );
}

type ShowProps = { label: string; patch: { kind?: 'problem'; outcome?: 'failed' } };

function Show({ label, patch }: ShowProps) {
  const [, setState] = useListFilter(changeList);
  return (
    <Button variant="default" onClick={() => setState({ ...patch, search: undefined })}>
      {label}
    </Button>
  );
}
