import { draftEdits, type PlanChange, type WaitingChange } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { useToast } from '#ui/toast';
import { ConcernedPeople } from './change-list';
import { useEditing } from './editing';

type Props = {
  changes: readonly PlanChange[];
  /** The editors by change; a missing one is not known yet. */
  waiting: readonly WaitingChange[];
};

/** Each change of the draft: the people affected, author and time, and a button to take it back alone. */
export function WaitingChanges({ changes, waiting }: Props) {
  const byId = new Map(waiting.map((one) => [one.record_id, one]));
  return (
    <ul className="waiting-changes">
      {changes.map((change) => (
        <Change key={change.record_id} change={change} edited={byId.get(change.record_id)} />
      ))}
    </ul>
  );
}

type ChangeProps = { change: PlanChange; edited: WaitingChange | undefined };

function Change({ change, edited }: ChangeProps) {
  const { t } = useTranslation('plan-versions');
  const { edit, isPending } = useEditing();
  const mayEdit = useMay(draftEdits.apply);
  const toast = useToast();
  const words = t(`changes.${change.kind}.${change.change}`, { name: change.name });
  const takeBack = () => {
    if (!edited?.take_back) return;
    edit([edited.take_back], t('bar.takenBack', { change: words })).catch((refusal: Error) =>
      toast.failure(refusal.message),
    );
  };
  return (
    <li>
      <span className="waiting-change">
        {words}
        <ConcernedPeople change={change} />
        {edited?.edited_by && (
          <span className="mute">
            {' · '}
            {edited.edited_by}, <TimeAgo isInside instant={edited.edited_at} />
          </span>
        )}
      </span>
      {mayEdit && edited?.take_back && (
        <Button
          size="compact-sm"
          variant="subtle"
          px={0}
          aria-label={t('bar.takeBackNamed', { change: words })}
          disabled={isPending}
          onClick={takeBack}
        >
          {t('bar.takeBack')}
        </Button>
      )}
    </li>
  );
}
