import { useTranslation } from 'react-i18next';
import { useResume, useSuspend } from '#data/people/administrators';
import { ReasonedDialog } from './reasoned-dialog';

type Props = {
  administrator: { id: string; is_service: boolean };
  /** How screens call them. */
  name: string;
  onClose: () => void;
};

export function SuspendDialog(props: Props) {
  const { t } = useTranslation('administrators');
  const words = props.administrator.is_service ? 'suspendService' : 'suspend';
  const doneText = () => t(`${words}.done`, { name: props.name });
  return <ReasonedDialog {...props} words={words} mutation={useSuspend()} doneText={doneText} isDangerous />;
}

export function ResumeDialog(props: Props) {
  const { t } = useTranslation('administrators');
  const words = props.administrator.is_service ? 'resumeService' : 'resume';
  const doneText = () => t(`${words}.done`, { name: props.name });
  return <ReasonedDialog {...props} words={words} mutation={useResume()} doneText={doneText} />;
}
