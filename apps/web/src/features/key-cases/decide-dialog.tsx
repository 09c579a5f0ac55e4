import { doorDecisions, type KeyCaseDetail } from '@key2xs/contract';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DoorDecision, useDecideDoors } from '#data/key-systems/key-cases';
import { lastSecondOf } from '#lib/time/reader-day';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import { TypedTimeField } from '#ui/typed-time/typed-time-field';

type Props = {
  item: KeyCaseDetail;
  cylinders: DoorDecision['cylinders'];
  count: number;
  onClose: () => void;
  onDone?: () => void;
};

/** What is done about doors that a lost key may open. */
export function DecideDialog({ item, cylinders, count, onClose, onDone }: Props) {
  const { t } = useTranslation('key-cases');
  const [decision, setDecision] = useState<DoorDecision['decision']>('block');
  const [day, setDay] = useState<string | undefined>('');
  const [isDayMissing, setIsDayMissing] = useState(false);
  const { field, take } = useReason();
  const decide = useDecideDoors();
  const toast = useToast();
  const isAccepted = decision === 'accept';
  const confirm = () => {
    const reason = isAccepted ? take() : undefined;
    setIsDayMissing(isAccepted && !day);
    if (isAccepted && (!reason || !day)) return;
    const until = isAccepted && day && { accept_until: lastSecondOf(day) };
    decide.mutate(
      { item, body: { cylinders, decision, ...until, ...(reason && { reason }) } },
      {
        onSuccess: () => {
          toast.success(t(`history.decided.${decision}`, { count }));
          onClose();
          onDone?.();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('decide.title', { count })}
      confirmLabel={t('decide.confirm')}
      isBusy={decide.isPending}
      {...(isAccepted && { reason: field })}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Radio.Group
        label={t('decide.label')}
        value={decision}
        onChange={(value) => setDecision(value as DoorDecision['decision'])}
      >
        <Stack gap="xs" mt="xs">
          {doorDecisions.map((one) => (
            <Radio key={one} value={one} label={t(`decisions.${one}.label`)} description={t(`decisions.${one}.hint`)} />
          ))}
        </Stack>
      </Radio.Group>
      {isAccepted && (
        <TypedTimeField
          mt="md"
          kind="day"
          label={t('decide.until')}
          value={day ?? ''}
          onChange={setDay}
          error={isDayMissing && t('decide.untilMissing')}
        />
      )}
      {decide.error && <Notice tone="red" title={decide.error.message} />}
    </ConfirmDialog>
  );
}
