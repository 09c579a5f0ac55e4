import { ProgrammingPolicy, programming, programmingKeyList } from '@key2xs/contract';
import { Button, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { programmingPolicyQuery, useSaveProgrammingPolicy } from '#data/key-systems/programming';
import { Mono } from '#ui/mono';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import './board.css';

/** Programming keys: who has each, and how many jobs it carries. */
export function KeysPanel() {
  const { t } = useTranslation('programming');
  const navigate = useNavigate();
  return (
    <>
      <Limit />
      <Panel>
        <RecordList
          list={programmingKeyList}
          columns={useColumns()}
          words={{ caption: t('keys.caption'), loading: t('keys.loading'), search: t('keys.search') }}
          empty={<Empty title={t('keys.none')} hint={t('keys.noneHint')} />}
          rowLabel={({ marking }) => t('keys.show', { name: marking })}
          onOpen={({ id }) => void navigate({ to: '/cylinders/jobs', search: { programming_key_id: id } })}
        />
      </Panel>
    </>
  );
}

function useColumns(): RecordColumn<typeof programmingKeyList>[] {
  const { t } = useTranslation('programming');
  const kinds: Record<string, string> = t('keys.kinds', { returnObjects: true });
  return [
    {
      key: 'marking',
      phone: 'title',
      header: t('keys.marking'),
      sort: 'marking',
      isLine: true,
      cell: ({ marking }) => <Mono>{marking}</Mono>,
    },
    { key: 'kind', header: t('keys.kind'), hideBelow: 820, cell: ({ kind }) => kinds[kind] ?? kind },
    {
      key: 'holder',
      phone: 'meta',
      header: t('keys.holder'),
      width: '30%',
      clip: ({ holder }) => holder?.name ?? null,
    },
    {
      key: 'jobs',
      phone: 'aside',
      header: t('keys.load'),
      sort: 'jobs',
      cell: ({ jobs, job_limit: limit }) => (
        <StatusTag tone={jobs > limit ? 'amber' : 'grey'} label={t('keys.loadOf', { jobs, limit })} isPlain />
      ),
    },
    {
      key: 'system',
      phone: 'meta',
      header: t('keys.system'),
      hideBelow: 1_000,
      clip: ({ connection_name }) => connection_name,
    },
  ];
}

/** How many jobs a key should carry, for those who may set it. */
function Limit() {
  const { t } = useTranslation('programming');
  const toast = useToast();
  const may = useMay(programming.savePolicy);
  const { data } = useQuery(programmingPolicyQuery);
  const save = useSaveProgrammingPolicy();
  const [typed, setTyped] = useState<number | string>();
  if (!may || !data) return null;
  const value = typed ?? data.jobs_per_key;
  const policy = ProgrammingPolicy.safeParse({ jobs_per_key: value });
  return (
    <form
      className="jobs-per-key"
      onSubmit={(event) => {
        event.preventDefault();
        if (!policy.success) return;
        save.mutate(policy.data, {
          onSuccess: () => toast.success(t('keys.saved')),
          onError: (error) => toast.failure(error.message),
        });
      }}
    >
      <NumberInput label={t('keys.policy')} value={value} onChange={setTyped} min={1} max={1_000} w={320} />
      <Button type="submit" variant="default" disabled={!policy.success} loading={save.isPending}>
        {t('keys.save')}
      </Button>
    </form>
  );
}
