import { type GeneratorRun, type KeyPlan, keyPlanList } from '@key2xs/contract';
import { Radio, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { useWriteDraft } from '#data/plans/generator';
import { formatDate } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Dialog } from '#ui/overlay/dialog';

type Props = { run: GeneratorRun; onClose: () => void };
type Rest = 'single' | 'leave_out';
type Written = NonNullable<ReturnType<typeof useWriteDraft>['data']>;

const rests = ['single', 'leave_out'] as const satisfies readonly Rest[];
const newPlan = 'new';

/** Writes the accepted suggestions as a plan that is not active, and then says who would gain and lose. */
export function WriteDraft({ run, onClose }: Props) {
  const { t } = useTranslation('generator');
  const write = useWriteDraft();
  const plans = useDraftTargets();
  const [name, setName] = useState<string>(() => t('draft.nameValue', { date: formatDate(run.created_at) }));
  const [target, setTarget] = useState<string>(newPlan);
  const [rest, setRest] = useState<Rest>('single');
  const [wasTried, setWasTried] = useState(false);
  if (write.data) return <DraftWritten name={name} written={write.data} onClose={onClose} />;
  const isMissing = name.trim() === '';
  const confirm = () => {
    setWasTried(true);
    if (isMissing) return;
    const body = { name: name.trim(), keyplan_id: target === newPlan ? null : target, rest };
    write.mutate({ runId: run.id, body });
  };
  return (
    <ConfirmDialog
      title={t('draft.title')}
      confirmLabel={t('draft.confirm')}
      isBusy={write.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <Stack gap="md" className="generator-stack">
        {write.error && (
          <Notice tone="red" title={t('draft.failed')}>
            {write.error.message}
          </Notice>
        )}
        <p>{t('draft.text')}</p>
        {run.decided.accepted === 0 && <Notice tone="amber" title={t('draft.nothing')} />}
        <TextInput
          label={t('draft.name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wasTried && isMissing ? t('detail.nameMissing') : undefined}
          data-autofocus
        />
        {plans.length > 0 && (
          <Select
            label={t('draft.target')}
            data={[{ value: newPlan, label: t('draft.newPlan') }, ...plans.map(asOption)]}
            value={target}
            onChange={(chosen) => setTarget(chosen ?? newPlan)}
            allowDeselect={false}
            description={target === newPlan ? undefined : t('draft.replaces')}
          />
        )}
        <Radio.Group
          label={t('draft.rest')}
          value={rest}
          onChange={(chosen) => setRest(chosen === 'leave_out' ? 'leave_out' : 'single')}
        >
          <Stack gap={8} mt={6}>
            {rests.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`draft.rests.${value}`)}
                description={t(`draft.restTexts.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </Stack>
    </ConfirmDialog>
  );
}

const asOption = ({ id, name }: Pick<KeyPlan, 'id' | 'name'>) => ({ value: id, label: name });

/** Plans whose draft can be replaced. */
function useDraftTargets() {
  const { data } = useQuery(recordsQuery(keyPlanList, { query: { limit: 200 }, params: undefined }));
  return data?.rows ?? [];
}

type WrittenProps = { name: string; written: Written; onClose: () => void };

function DraftWritten({ name, written, onClose }: WrittenProps) {
  const { t } = useTranslation('generator');
  const { keyplan_id: id, rules, profiles, delta } = written;
  const { people_gaining, people_losing, people_other_hours: otherHours } = delta;
  const isSameDoors = people_gaining + people_losing === 0;
  const isSame = isSameDoors && otherHours === 0;
  const counts = {
    gain: t('draft.gain', { count: people_gaining }),
    lose: t('draft.lose', { count: people_losing }),
  };
  const differences = [
    ...(isSameDoors ? [] : [t('draft.differs', counts)]),
    ...(otherHours > 0 ? [t('draft.hours', { count: otherHours })] : []),
  ];
  const content = {
    rules: t('runs.rules', { count: rules }),
    profiles: t('runs.profiles', { count: profiles }),
  };
  return (
    <Dialog title={t('draft.doneTitle', { name })} onClose={onClose}>
      <Stack gap="sm">
        <p>{t('draft.content', content)}</p>
        <Effect isNone={isSame}>{isSame ? t('draft.same') : differences.join(' ')}</Effect>
      </Stack>
      <div className="actions">
        <LinkButton to="/keys/key-plans/$id" params={{ id }} search={{ tab: 'impact' }}>
          {t('draft.preview')}
        </LinkButton>
        <LinkButton to="/keys/key-plans/$id" params={{ id }} variant="default">
          {t('draft.open')}
        </LinkButton>
      </div>
    </Dialog>
  );
}

const Effect = ({ isNone, children }: { isNone: boolean; children: string }): ReactNode => (
  <Notice tone={isNone ? 'green' : 'amber'} title={children} />
);
