import type { Suggestion } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { type useEditSuggestion as Edit, useEditSuggestion } from '#data/plans/generator';
import { useToast } from '#ui/toast';

type Changes = Parameters<ReturnType<typeof Edit>['mutate']>[0]['changes'];

/** Decides about a suggestion and says so, with a way back to the decision before. */
export function useDecide(runId: string) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const { mutateAsync, isPending, error } = useEditSuggestion();
  const onError = ({ message }: Error) => toast.failure(message);

  // Not by callbacks of `mutate`: a filtered list has no row of the suggestion any more once it is decided.
  const decide = (suggestion: Suggestion, changes: Changes, onDone?: () => void) =>
    void mutateAsync({ runId, suggestion, changes }).then(({ suggestions }) => {
      const changed = suggestions.find(({ id }) => id === suggestion.id);
      const back = backOf(suggestion, changes);
      const undo = changed && back && { label: t('done.undo'), run: () => restore(changed, back) };
      toast.success(wordsOf(suggestion, changes), undo);
      onDone?.();
    }, onError);
  const restore = (suggestion: Suggestion, changes: Changes) =>
    void mutateAsync({ runId, suggestion, changes }).then(() => toast.success(wordsOf(suggestion, changes)), onError);
  const wordsOf = ({ name }: Suggestion, { decision }: Changes) => {
    if (decision === 'accepted') return t('done.accepted', { name });
    if (decision === 'rejected') return t('done.rejected', { name });
    return decision === 'open' ? t('done.reopened', { name }) : t('detail.edited');
  };
  return { decide, isBusy: isPending, error };
}

/** What restores the decision before; undefined for changes of doors or conditions, which a later change has to take back. */
function backOf(
  before: Suggestion,
  { decision, name, pinned, accept_additions, ...rest }: Changes,
): Changes | undefined {
  if (Object.keys(rest).some((key) => key !== 'reason')) return undefined;
  return {
    ...(decision && { decision: before.decision, ...(before.reason && { reason: before.reason }) }),
    ...(name !== undefined && { name: before.name }),
    ...(pinned !== undefined && { pinned: before.pinned }),
    ...(accept_additions !== undefined && { accept_additions: before.additions_accepted ? before.additions : 0 }),
  };
}
