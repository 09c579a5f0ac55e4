import type { ProgrammingKey, ProgrammingWork } from '@key2xs/contract';
import { spreadJobs } from '@key2xs/domain';
import { Radio, Stack } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { carriersQuery, useAssignJobs } from '#data/key-systems/programming';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { useToast } from '#ui/toast';

type Props = { jobs: readonly ProgrammingWork[]; onClose: () => void; onDone: () => void };

const none = 'none';
const several = 'several';

/** To one programming key, to none, or spread by place over several. Warns where one would carry more than recommended. */
export function AssignDialog({ jobs, onClose, onDone }: Props) {
  const { t } = useTranslation('programming');
  const toast = useToast();
  const assign = useAssignJobs();
  const [to, setTo] = useState<string>(none);
  const systems = new Set(jobs.map(({ connection_id }) => connection_id));
  const [connectionId = ''] = systems;
  const query = carriersQuery(connectionId);
  const { data } = useQuery(systems.size === 1 ? query : { ...query, queryFn: skipToken });
  const carriers = data?.items ?? [];
  const after = (carrier: ProgrammingKey) =>
    carrier.jobs + jobs.filter(({ programming_key }) => programming_key?.id !== carrier.id).length;
  const chosen = carriers.find(({ id }) => id === to);
  const isOver = chosen && after(chosen) > chosen.job_limit;
  const spread = spreadJobs(
    jobs.map(({ id, cylinder }) => ({ id, place: cylinder?.location_path ?? null })),
    carriers,
  );
  const versions = new Map(jobs.map(({ id, version }) => [id, version]));
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, version: versions.get(id) ?? 0 }));
  const assignments =
    to === several
      ? spread.assignments.map(({ carrier, jobs: ids }) => ({ programming_key_id: carrier, jobs: named(ids) }))
      : [{ programming_key_id: to === none ? null : to, jobs: named(jobs.map(({ id }) => id)) }];
  const confirm = () =>
    assign.mutate(
      { assignments },
      {
        onSuccess: ({ changed }) => {
          toast.success(t('assign.done', { count: changed }));
          onClose();
          onDone();
        },
        onError: (error) => toast.failure(error.message),
      },
    );
  const isOfOne = systems.size === 1;
  return (
    <ConfirmDialog
      title={t('assign.title', { count: jobs.length })}
      confirmLabel={
        isOfOne && assignments.length > 0 ? t(to === several ? 'assign.useSpread' : 'assign.confirm') : undefined
      }
      isBusy={assign.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {!isOfOne && <Notice tone="amber" title={t('assign.systems')} />}
      {isOfOne && (
        <Radio.Group label={t('assign.to')} value={to} onChange={setTo}>
          <Stack gap="xs" mt="xs" mb="sm">
            <Radio value={none} label={t('assign.none')} />
            {carriers.map((carrier) => (
              <Radio key={carrier.id} value={carrier.id} label={<CarrierWords carrier={carrier} />} />
            ))}
            {carriers.length > 1 && <Radio value={several} label={t('assign.spread')} />}
          </Stack>
        </Radio.Group>
      )}
      {data && carriers.length === 0 && <p className="mute">{t('assign.noKeys')}</p>}
      {chosen && isOver && (
        <Notice
          tone="amber"
          title={t('assign.over', { marking: chosen.marking, jobs: after(chosen), limit: chosen.job_limit })}
        />
      )}
      {to === several && <Suggestion spread={spread} carriers={carriers} />}
    </ConfirmDialog>
  );
}

function CarrierWords({ carrier: { marking, holder, jobs, job_limit: limit } }: { carrier: ProgrammingKey }) {
  const { t } = useTranslation('programming');
  return holder
    ? t('assign.loadOf', { marking, holder: holder.name, jobs, limit })
    : t('assign.load', { marking, jobs, limit });
}

type SuggestionProps = { spread: ReturnType<typeof spreadJobs>; carriers: readonly ProgrammingKey[] };

function Suggestion({ spread, carriers }: SuggestionProps) {
  const { t } = useTranslation('programming');
  const markings = new Map(carriers.map(({ id, marking }) => [id, marking]));
  return (
    <>
      <strong>{t('assign.spreadTitle')}</strong>
      <ul className="lines">
        {spread.assignments.map(({ carrier, jobs }) => (
          <li key={carrier}>{t('assign.spreadLine', { marking: markings.get(carrier) ?? '', count: jobs.length })}</li>
        ))}
      </ul>
      {spread.left.length > 0 && <Notice tone="amber" title={t('assign.left', { count: spread.left.length })} />}
    </>
  );
}
