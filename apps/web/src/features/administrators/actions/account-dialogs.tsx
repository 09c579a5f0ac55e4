import { useTranslation } from 'react-i18next';
import { ReasonedDialog } from '#components/administrators/reasoned-dialog';
import { useEndSessions, useResetSecondFactors } from '#data/people/administrators';
import type { ActionProps } from './action-props';

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
