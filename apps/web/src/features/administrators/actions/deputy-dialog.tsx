import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentField } from '#components/administrators/moment-field';
import { useRemoveDeputy, useSetDeputy } from '#data/people/administrators';
import { useReason } from '#lib/use-reason';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';
import type { ActionProps } from './action-props';
import { AdministratorSelect } from './administrator-select';

/** Names who acts for an administrator between two dates, or removes the deputy. */
export function DeputyDialog({ administrator, name, onClose }: ActionProps) {
  const { t } = useTranslation('administrators');
  const toast = useToast();
  const set = useSetDeputy();
  const { deputy } = administrator;
  const { field, take } = useReason();
  const [id, setId] = useState(deputy?.id ?? null);
  const [dates, setDates] = useState<{ from: string | null | undefined; until: string | null | undefined }>({
    from: deputy?.from ?? null,
    until: deputy?.until ?? null,
  });
  const [wasTried, setWasTried] = useState(false);
  const { from, until } = dates;
  const isOrdered = Boolean(from && until && from < until);
  const missing = wasTried ? t('deputy.missing') : undefined;
  const wrongOrder = wasTried && !isOrdered ? t('deputy.order') : undefined;
  const run = () => {
    setWasTried(true);
    const reason = take();
    if (reason === undefined || id === null || !from || !until || !isOrdered) return;
    set.mutate(
      { params: { id: administrator.id }, body: { deputy_id: id, from, until, reason } },
      {
        onSuccess: () => {
          toast.success(t('deputy.done', { name }));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('deputy.title', { name })}
      confirmLabel={t('deputy.confirm')}
      isBusy={set.isPending}
      reason={field}
      onConfirm={run}
      onCancel={onClose}
    >
      <Stack gap="md">
        <p>{t('deputy.text', { name })}</p>
        <AdministratorSelect
          label={t('deputy.who')}
          value={id}
          onChange={setId}
          // A super admin is represented by another super admin only.
          isOffered={(one) =>
            one.id !== administrator.id &&
            !one.is_service &&
            (one.status === 'active' || one.status === 'not_yet') &&
            (administrator.role === 'subadmin' || one.role === 'superadmin')
          }
          error={wasTried && id === null ? t('deputy.choose') : undefined}
        />
        <MomentField
          label={t('deputy.from')}
          required
          value={from}
          onChange={(next) => setDates({ ...dates, from: next })}
          error={from ? undefined : missing}
        />
        <MomentField
          label={t('deputy.until')}
          required
          value={until}
          onChange={(next) => setDates({ ...dates, until: next })}
          error={until ? wrongOrder : missing}
        />
        {set.error && <Notice tone="red" title={set.error.message} />}
        {deputy && <RemoveDeputy administrator={administrator} name={name} onClose={onClose} />}
      </Stack>
    </ConfirmDialog>
  );
}

function RemoveDeputy({ administrator, name, onClose }: ActionProps) {
  const { t } = useTranslation('administrators');
  const toast = useToast();
  const remove = useRemoveDeputy();
  const run = () =>
    remove.mutate(administrator.id, {
      onSuccess: () => {
        toast.success(t('deputy.removed', { name }));
        onClose();
      },
      onError: ({ message }) => toast.failure(message),
    });
  return (
    <div>
      <Button variant="default" loading={remove.isPending} onClick={run}>
        {t('deputy.remove')}
      </Button>
    </div>
  );
}
