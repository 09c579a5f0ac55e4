import type { Webhook } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useRemoveWebhook, useRotateWebhookSecret } from '#data/webhooks';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = {
  webhook: Webhook;
  question: 'rotate' | 'remove';
  onSecret: (secret: string) => void;
  onClose: () => void;
};

/** States the effect before a secret is replaced or a webhook is deleted. */
export function WebhookQuestion({ webhook, question, onSecret, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const toast = useToast();
  const remove = useRemoveWebhook();
  const rotate = useRotateWebhookSecret();
  const act = async () => {
    if (question === 'rotate') return onSecret((await rotate.mutateAsync(webhook.id)).secret);
    await remove.mutateAsync(webhook);
    return toast.success(t('remove.done'));
  };
  const confirm = () =>
    act()
      .catch((error: Error) => toast.failure(error.message))
      .finally(onClose);
  return (
    <ConfirmDialog
      title={t(`${question}.title`, { name: new URL(webhook.url).host })}
      confirmLabel={t(`${question}.confirm`)}
      isDangerous={question === 'remove'}
      isBusy={remove.isPending || rotate.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t(`${question}.text`)}</p>
      {question === 'remove' && webhook.waiting > 0 && <p>{t('dropped', { count: webhook.waiting })}</p>}
    </ConfirmDialog>
  );
}
