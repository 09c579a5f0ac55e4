import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Dialog } from '#ui/overlay/dialog';

export type Question =
  /** Whether so many people are to lose doors at once. */
  | { is: 'losing'; message: string; losing: number; resolve: (isAccepted: boolean) => void }
  /** Nothing to decide: why a step could not be taken. */
  | { is: 'void'; way: 'undo' | 'redo'; words: string; message: string };

/** What has to be settled, or read, about an edit of rules. */
export function EditQuestion({ question, onDone }: { question: Question; onDone: () => void }) {
  const { t } = useTranslation('key-plans');
  if (question.is === 'void') {
    return (
      <Dialog title={t(question.way === 'undo' ? 'steps.notUndone' : 'steps.notRedone')} onClose={onDone}>
        <p style={{ overflowWrap: 'anywhere' }}>
          <strong>{question.words}</strong>
        </p>
        <p>{question.message}</p>
        <div className="actions" style={{ justifyContent: 'flex-end', marginTop: 20 }}>
          <Button onClick={onDone}>{t('steps.close')}</Button>
        </div>
      </Dialog>
    );
  }
  const answer = (isAccepted: boolean) => {
    onDone();
    question.resolve(isAccepted);
  };
  return (
    <ConfirmDialog
      title={t('steps.losing', { count: question.losing })}
      confirmLabel={t('steps.accept')}
      isDangerous
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      {question.message}
    </ConfirmDialog>
  );
}
