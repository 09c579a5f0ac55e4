import type { KeySelection } from '@key2xs/contract';
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyTimesPolicyQuery, useAskForReminders } from '#data/key-systems/key-times';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = {
  selection: KeySelection;
  /** About whom or what. */
  name: string;
  onClose: () => void;
  onDone?: () => void;
};

const audiences = ['holder', 'manager'] as const;

/** Has a mail sent now about keys that stop working; says so where the server sends none. */
export function RemindDialog({ selection, name, onClose, onDone }: Props) {
  const { t } = useTranslation('key-times');
  const [to, setTo] = useState<string[]>(['holder']);
  const { data: policy } = useQuery(keyTimesPolicyQuery);
  const ask = useAskForReminders();
  const toast = useToast();
  const chosen = audiences.filter((audience) => to.includes(audience));
  const confirm = () => {
    if (chosen.length === 0) return;
    ask.mutate(
      { selection, to: chosen },
      {
        onSuccess: ({ mails, keys, today, no_address, no_end }) => {
          const left = [
            today > 0 && t('remind.today', { count: today }),
            no_address > 0 && t('remind.noAddress', { count: no_address }),
            no_end > 0 && t('remind.noEnd', { count: no_end }),
          ].filter((sentence) => sentence !== false);
          const done = t('remind.done', { count: mails, about: t('forecast.keys', { count: keys }) });
          toast.success([done, ...left].join(' '));
          onClose();
          onDone?.();
        },
      },
    );
  };
  if (policy && !policy.is_mail_configured)
    return (
      <ConfirmDialog
        title={t('remind.title', { name })}
        confirmLabel={undefined}
        onConfirm={onClose}
        onCancel={onClose}
      >
        <NoMailServer />
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      title={t('remind.title', { name })}
      confirmLabel={t('remind.send')}
      isBusy={ask.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <p>{t('remind.what')}</p>
        <Checkbox.Group label={t('remind.to')} value={to} onChange={setTo}>
          {audiences.map((audience) => (
            <Checkbox key={audience} value={audience} label={t(`remind.audiences.${audience}`)} mt={6} />
          ))}
        </Checkbox.Group>
        {chosen.length === 0 && <p className="mute">{t('remind.nobody')}</p>}
        {ask.error && <Notice tone="red" title={ask.error.message} />}
      </Stack>
    </ConfirmDialog>
  );
}

/** The server has no mail server, and where one is set up. */
export function NoMailServer() {
  const { t } = useTranslation('key-times');
  return (
    <Notice tone="amber" title={t('remind.noServer')}>
      {t('remind.noServerHint')}
    </Notice>
  );
}
