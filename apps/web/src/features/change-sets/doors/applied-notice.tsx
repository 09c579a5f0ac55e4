import type { ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { NextStepButton } from '#components/next-step/next-step-button';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { writesOf } from './change-set-tab';
import { AdoptionSentence } from './headline';
import { useEffectWords } from './use-effect-words';

/**
 * After applying: what was imported or recorded, and the next step. A sync only records; it opens and closes no door.
 * Changes that wait or failed are not reported as done.
 */
export function AppliedNotice({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const words = useEffectWords(changeSet);
  const { state, total, failed, waiting, effect, kind } = changeSet;
  if (state !== 'applied' || total === 0) return null;
  const isWhole = failed === 0 && waiting === 0;
  const next =
    kind === 'directory' ? (
      <NextStepButton />
    ) : (
      <LinkButton to="/dashboards/start" variant="default">
        {t('doors.applied.stands')}
      </LinkButton>
    );
  const done = total - failed - waiting;
  const { adopted } = writesOf(changeSet);
  const following = kind === 'directory' ? 'wanted' : 'done';
  const changesDoors = words.unchanged === undefined;
  const effectWords = [words.losing, words.gaining, words.hours, words.unchanged].filter(Boolean).join(', ');
  return (
    <Notice
      tone={isWhole ? 'green' : 'amber'}
      title={t(done === 0 ? 'doors.applied.nothing' : `doors.applied.${isWhole ? 'title' : 'partly'}.${kind}`)}
      actions={next}
    >
      {isWhole && adopted > 0 && <AdoptionSentence changeSet={changeSet} />}
      {isWhole && effect
        ? `${effectWords}.${changesDoors ? ` ${t(`doors.${following}.next`)}` : ''}`
        : done > 0 && adopted === 0 && t(`doors.work.${kind}`, { count: done })}
    </Notice>
  );
}
