import type { AccessReview, ReviewedAccess } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { StatusTag, type Tone } from '#ui/status-tag';

export function ReviewState({ review: { state, is_overdue } }: { review: AccessReview }) {
  const { t } = useTranslation('access-reviews');
  const shown = is_overdue ? 'overdue' : state;
  const tones = { open: 'blue', overdue: 'red', completed: 'green', stopped: 'grey' } as const;
  return <StatusTag tone={tones[shown]} label={t(`states.${shown}`)} />;
}

const tones: Record<NonNullable<ReviewedAccess['decision']>, Tone> = { keep: 'green', remove: 'red', change: 'amber' };

/** What was decided, and how far a removal has come. */
export function DecisionTag({ item: { subject, decision, removal } }: { item: ReviewedAccess }) {
  const { t } = useTranslation('access-reviews');
  if (!decision) return <StatusTag tone="grey" label={t('decisions.undecided')} />;
  const isDone = removal === 'effective';
  return (
    <>
      <StatusTag tone={isDone ? 'green' : tones[decision]} label={t(`decided.${decision}`)} />
      {decision === 'remove' && (
        <div className="mute">{t(`removals.${subject === 'erased' && !isDone ? 'lost' : (removal ?? 'unknown')}`)}</div>
      )}
    </>
  );
}

/** How the one whose right it is is called. */
export function useWhoOf() {
  const { t } = useTranslation('access-reviews');
  return ({ subject, subject_name }: ReviewedAccess) => (subject === 'erased' ? t('erased') : subject_name);
}
