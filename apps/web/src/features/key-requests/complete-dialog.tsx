import type { KeyRequestDetail } from '@key2xs/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompleteRequest } from '#data/key-systems/key-requests';
import { lastSecondOf } from '#lib/time/reader-day';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';
import { type Choice, ChoicePicker } from './choice-picker';

type Props = { request: KeyRequestDetail; onClose: () => void };

/** Chooses the place that a person without an account has described, and a shorter time where the rules need it. */
export function CompleteDialog({ request, onClose }: Props) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const [place, setPlace] = useState<Choice | null>(null);
  const [until, setUntil] = useState<string | undefined>('');
  const [wasTried, setWasTried] = useState(false);
  const complete = useCompleteRequest();
  const confirm = () => {
    setWasTried(true);
    if (!place || until === undefined) return;
    const end = until && { until: lastSecondOf(until) };
    const onSuccess = () => {
      toast.success(t('done.complete'));
      onClose();
    };
    complete.mutate({ item: request, body: { place_id: place.id, ...end } }, { onSuccess });
  };
  return (
    <ConfirmDialog
      title={t('actions.complete')}
      confirmLabel={t('actions.complete')}
      isBusy={complete.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t('effects.complete')}</p>
      <blockquote>{request.place_words}</blockquote>
      <ChoicePicker
        what="places"
        label={t('form.place')}
        placeholder={t('form.placeHint')}
        value={place}
        onChange={setPlace}
        error={wasTried && !place ? t('form.missing.place') : undefined}
      />
      <TypedTimeField
        kind="day"
        label={t('facts.shorter')}
        description={t('facts.shorterHint')}
        value={until ?? ''}
        onChange={setUntil}
      />
      {complete.error && <Notice tone="red" title={complete.error.message} />}
    </ConfirmDialog>
  );
}
