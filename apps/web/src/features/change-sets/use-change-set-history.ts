import type { ChangeSet } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '#lib/format';

/** Audit actions of decisions, with the keys of their texts. */
const decisions = {
  'change_set.apply_started': 'apply_started',
  'change_set.allowed_once': 'allowed_once',
  'guard.limit_raised': 'limit_raised',
  'change_set.discarded': 'discarded',
} as const;

const isDecision = (action: string): action is keyof typeof decisions => action in decisions;

/** When it was computed, the decision with its author and reason, and the result. */
export function useChangeSetHistory({ state, failed, waiting, decision, created_at, applied_at }: ChangeSet): string {
  const { t } = useTranslation('change-sets');
  const parts: string[] = [t('one.computed', { at: formatInstant(created_at) })];
  if (decision && isDecision(decision.action)) {
    const { by, at, reason, action } = decision;
    parts.push(t(`one.decided.${decisions[action]}`, { by, at: formatInstant(at) }));
    if (reason) parts.push(t('one.decided.because', { reason }));
  }
  const ended = state === 'applied' && failed + waiting > 0 ? 'partly' : state;
  parts.push(t(`one.subtitles.${ended}`, { at: formatInstant(applied_at) }));
  return parts.join(' ');
}
