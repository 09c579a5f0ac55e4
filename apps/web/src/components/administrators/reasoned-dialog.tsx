import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Input = { params: { id: string }; body: { reason: string } };
type Mutation<Result> = {
  mutate: (input: Input, options: { onSuccess: (result: Result) => void }) => void;
  isPending: boolean;
  error: Error | null;
};
type Words = 'suspend' | 'resume' | 'suspendService' | 'resumeService' | 'endSessions' | 'resetFactors' | 'unlink';

type Props<Result> = {
  administrator: { id: string };
  name: string;
  onClose: () => void;
  words: Words;
  mutation: Mutation<Result>;
  doneText: (result: Result) => string;
  isDangerous?: boolean;
  /** What the question says beside its text. */
  children?: ReactNode;
};

/** Asks with a reason for something that takes effect at once. */
export function ReasonedDialog<Result>({
  administrator,
  name,
  onClose,
  words,
  mutation,
  doneText,
  isDangerous,
  children,
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
      {children}
      {mutation.error && <Notice tone="red" title={mutation.error.message} />}
    </ConfirmDialog>
  );
}
