import type { Suggestion, SuggestionDetail } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { suggestionQuery } from '#data/plans/generator';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Dialog } from '#ui/overlay/dialog';
import { Failure, Loading } from '#ui/page-states';
import { useDecide } from './use-decide';

type Props = { runId: string; suggestion: Suggestion; onClose: () => void };

/** Accepts new rights by their number, after everybody who gets one was named. */
export function GainDialog({ runId, suggestion, onClose }: Props) {
  const { t } = useTranslation('generator');
  const { data, error, refetch } = useQuery(suggestionQuery({ runId, id: suggestion.id }));
  const { decide, isBusy, error: refusal } = useDecide(runId);
  const title = t('gain.title', { count: data?.additions ?? suggestion.additions });
  if (!data)
    return (
      <Dialog title={title} onClose={onClose}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('detail.loading')} />}
      </Dialog>
    );
  const confirm = () => decide(data, { decision: 'accepted', accept_additions: data.additions }, onClose);
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('gain.confirm')}
      isBusy={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {refusal && (
        <Notice tone="red" title={t('gain.refused')}>
          {refusal.message}
        </Notice>
      )}
      <p>{t('gain.text', { name: data.name })}</p>
      <Gaining detail={data} />
    </ConfirmDialog>
  );
}

function Gaining({ detail: { people_listed, people, additions } }: { detail: SuggestionDetail }) {
  const { t } = useTranslation('generator');
  const gaining = people_listed.filter(({ missing }) => missing > 0);
  const named = gaining.reduce((sum, { missing }) => sum + missing, 0);
  return (
    <>
      <ul className="generator-names">
        {gaining.map(({ id, display_name, missing }) => (
          <li key={id}>{t('gain.person', { name: display_name, doors: t('doors', { count: missing }) })}</li>
        ))}
      </ul>
      {people > people_listed.length && named < additions && (
        <p className="mute">{t('gain.more', { count: additions - named })}</p>
      )}
    </>
  );
}
