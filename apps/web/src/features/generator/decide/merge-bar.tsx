import type { Suggestion } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMergeSuggestions } from '#data/plans/generator';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';

type Props = { runId: string; chosen: readonly Suggestion[]; onClear: () => void };

/** Merges selected suggestions into the first of them. */
export function MergeBar({ runId, chosen, onClear }: Props) {
  const { t } = useTranslation('generator');
  const toast = useToast();
  const merge = useMergeSuggestions();
  const [first, ...others] = [...chosen].sort((a, b) => a.position - b.position);
  const act = () =>
    first &&
    merge.mutate(
      { runId, id: first.id, others: others.map(({ id }) => id) },
      {
        onSuccess: () => {
          toast.success(t('merge.done'));
          onClear();
        },
        onError: ({ message }) => toast.failure(message),
      },
    );
  return (
    <BulkBar label={t('merge.label')} count={t('merge.selected', { count: chosen.length })}>
      {others.length > 0 ? (
        <Button variant="default" loading={merge.isPending} onClick={act}>
          {t('merge.action')}
        </Button>
      ) : (
        <span className="mute">{t('merge.hint')}</span>
      )}
      <Button variant="subtle" onClick={onClear}>
        {t('merge.clear')}
      </Button>
    </BulkBar>
  );
}
