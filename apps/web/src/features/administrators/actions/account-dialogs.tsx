import { useTranslation } from 'react-i18next';
import { useEndSessions, useResetSecondFactors, useResume, useSuspend } from '#data/people/administrators';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import type { ActionProps } from './action-props';

type Input = { params: { id: string }; body: { reason: string } };
type Mutation<Result> = {
  mutate: (input: Input, options: { onSuccess: (result: Result) => void }) => void;
  isPending: boolean;
  error: Error | null;
};
type Words = 'suspend' | 'resume' | 'endSessions' | 'resetFactors';

type Props<Result> = ActionProps & {
  words: Words;
  mutation: Mutation<Result>;
  doneText: (result: Result) => string;
  isDangerous?: boolean;
};

/** Asks with a reason for something that takes effect at once. */
function ReasonedDialog<Result>({
  administrator,
  name,
  onClose,
  words,
  mutation,
  doneText,
  isDangerous,
}: Props<Result>) {
  const { t } = useTranslation('administrators');
  const toast = useToast();
  const { field, take } = useReason();
  const run = () => {
    const reason = take();
    if (reason === undefined) return;
    mutation.mutate(
      { params: { id: administrator.id }, body: { reason } },
      {
        onSuccess: (result) => {
          toast.success(doneText(result));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t(`${words}.title`, { name })}
      confirmLabel={t(`${words}.confirm`)}
      isDangerous={isDangerous}
      isBusy={mutation.isPending}
      reason={field}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t(`${words}.text`, { name })}</p>
      {mutation.error && <Notice tone="red" title={mutation.error.message} />}
    </ConfirmDialog>
  );
}

export function SuspendDialog(props: ActionProps) {
  const { t } = useTranslation('administrators');
  const doneText = () => t('suspend.done', { name: props.name });
  return <ReasonedDialog {...props} words="suspend" mutation={useSuspend()} doneText={doneText} isDangerous />;
}

export function ResumeDialog(props: ActionProps) {
  const { t } = useTranslation('administrators');
  const doneText = () => t('resume.done', { name: props.name });
  return <ReasonedDialog {...props} words="resume" mutation={useResume()} doneText={doneText} />;
}

export function ResetFactorsDialog(props: ActionProps) {
  const { t } = useTranslation('administrators');
  const doneText = () => t('resetFactors.done', { name: props.name });
  return (
    <ReasonedDialog
      {...props}
      words="resetFactors"
      mutation={useResetSecondFactors()}
      doneText={doneText}
      isDangerous
    />
  );
}

export function EndSessionsDialog(props: ActionProps) {
  const { t } = useTranslation('administrators');
  const doneText = ({ ended }: { ended: number }) => t('endSessions.done', { count: ended });
  return <ReasonedDialog {...props} words="endSessions" mutation={useEndSessions()} doneText={doneText} isDangerous />;
}
