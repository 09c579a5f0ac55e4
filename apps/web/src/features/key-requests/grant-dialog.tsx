import { type KeyRequestDetail, keyPlanList } from '@key2xs/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { useGrantRequest } from '#data/key-systems/key-requests';
import { formatDate } from '#lib/format';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

const maxPlans = 100;
const plansQuery = recordsQuery(keyPlanList, { query: { limit: maxPlans }, params: undefined });

type Props = { request: KeyRequestDetail; onClose: () => void };

/** Adds the access of a request to the draft of a key plan. */
export function GrantDialog({ request, onClose }: Props) {
  const { t } = useTranslation('key-requests');
  const toast = useToast();
  const { data } = useQuery(plansQuery);
  const plans = data?.rows ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [wasTried, setWasTried] = useState(false);
  const grant = useGrantRequest();
  const planId = chosen ?? (plans.length === 1 ? plans[0]?.id : undefined);
  const plan = plans.find(({ id }) => id === planId);
  const confirm = () => {
    setWasTried(true);
    if (!planId) return;
    const onSuccess = () => {
      toast.success(t('done.grant'));
      onClose();
    };
    grant.mutate({ item: request, keyplan_id: planId }, { onSuccess });
  };
  const ends = request.granted_until ?? request.ends_at;
  const words = { name: request.person.name, place: request.place?.name ?? '', until: formatDate(ends) };
  return (
    <ConfirmDialog
      title={t('actions.grant')}
      confirmLabel={t('grant.add')}
      isBusy={grant.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <p>{t(ends ? 'grant.ruleUntil' : 'grant.rule', words)}</p>
      <Select
        label={t('grant.plan')}
        searchable
        data={plans.map(({ id, name }) => ({ value: id, label: name }))}
        value={planId ?? null}
        onChange={setChosen}
        nothingFoundMessage={t('grant.noPlan')}
        error={wasTried && !planId ? t('grant.missing') : undefined}
      />
      {plan && (
        <p className="mute">{t(plan.is_active && plan.takes_effect === 'at_once' ? 'grant.atOnce' : 'grant.draft')}</p>
      )}
      {grant.error && <Notice tone="red" title={grant.error.message} />}
    </ConfirmDialog>
  );
}
