import { type CheckedKey, checkedKeyList, type PossessionCheck, possessionChecks } from '@key2xs/contract';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { possessionCheckQuery, useEndCheck, useRemindHolders } from '#data/key-systems/possession-checks';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { useAskedWords } from './asked-words';

const LostDialog = lazy(async () => ({ default: (await import('./lost-dialog')).LostDialog }));
const EnterDialog = lazy(async () => ({ default: (await import('./enter-dialog')).EnterDialog }));
const RepeatDialog = lazy(async () => ({ default: (await import('./repeat-dialog')).RepeatDialog }));

/** One check: how many have answered, and what was said of each key. */
export function OneCheck({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('possession-checks');
  const { data, error, refetch } = useQuery(possessionCheckQuery(id));
  const back = { label: t('title'), onClick: onClose };
  const wordsOf = useAskedWords();
  if (!data)
    return (
      <Page title={t('title')} back={back}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />}
      </Page>
    );
  return (
    <Page
      title={t('oneTitle', { at: formatDate(data.started_at) })}
      subtitle={[wordsOf(data), ...repetition(data, t)].join(' · ')}
      back={back}
      actions={<Actions check={data} />}
    >
      <Figures check={data} />
      <Keys check={data} />
    </Page>
  );
}

type Words = TFunction<'possession-checks'>;

function repetition({ is_repetition, next_at }: PossessionCheck, t: Words): string[] {
  return [
    ...(is_repetition ? [t('isRepetition')] : []),
    ...(next_at ? [t('nextAt', { at: formatDate(next_at) })] : []),
  ];
}

function Figures({ check }: { check: PossessionCheck }) {
  const { t } = useTranslation('possession-checks');
  const { answered, people, confirmed, keys, differing, unanswered, also_has, not_mailed, to_mail } = check;
  return (
    <StatStrip
      items={[
        { label: t('facts.people'), value: t('of', { done: answered, all: people }) },
        { label: t('facts.confirmed'), value: t('of', { done: confirmed, all: keys }) },
        { label: t('facts.differing'), value: formatNumber(differing) },
        { label: t('facts.unanswered'), value: formatNumber(unanswered) },
        { label: t('facts.alsoHas'), value: formatNumber(also_has) },
        { label: t('facts.notMailed'), value: formatNumber(not_mailed) },
        ...(to_mail > 0 ? [{ label: t('facts.toMail'), value: formatNumber(to_mail) }] : []),
      ]}
    />
  );
}

function Actions({ check }: { check: PossessionCheck }) {
  const { id, ended_at, repeat_months, next_at } = check;
  const { t } = useTranslation('possession-checks');
  const toast = useToast();
  const [isEnding, setIsEnding] = useState(false);
  const [isRepeating, setIsRepeating] = useState(false);
  const [remind, end] = [useRemindHolders(), useEndCheck()];
  const may = useMay(possessionChecks.remind);
  const onError = ({ message }: Error) => toast.failure(message);
  const confirmEnd = () =>
    end.mutate(id, {
      onSuccess: () => {
        toast.success(t('ended'));
        setIsEnding(false);
      },
    });
  return (
    <>
      <ExportButton list={checkedKeyList} params={{ id }} />
      <PrintMenu check={check} />
      {may && (repeat_months === null || next_at !== null) && (
        <Button variant="default" onClick={() => setIsRepeating(true)}>
          {t('repeatAction')}
        </Button>
      )}
      {may && ended_at === null && (
        <>
          <Button
            variant="default"
            loading={remind.isPending}
            onClick={() =>
              remind.mutate(id, { onSuccess: ({ mails }) => toast.success(t('reminded', { count: mails })), onError })
            }
          >
            {t('remind')}
          </Button>
          <Button onClick={() => setIsEnding(true)}>{t('end')}</Button>
        </>
      )}
      {isRepeating && (
        <Suspense>
          <RepeatDialog check={check} onClose={() => setIsRepeating(false)} />
        </Suspense>
      )}
      {isEnding && (
        <ConfirmDialog
          title={t('end')}
          confirmLabel={t('end')}
          isBusy={end.isPending}
          onConfirm={confirmEnd}
          onCancel={() => setIsEnding(false)}
        >
          <p>{t('endText')}</p>
          {end.error && <Notice tone="red" title={end.error.message} />}
        </ConfirmDialog>
      )}
    </>
  );
}

function PrintMenu({ check: { id, ended_at, people, answered } }: { check: PossessionCheck }) {
  const { t } = useTranslation('possession-checks');
  const toast = useToast();
  const forms = useExport(possessionChecks.forms, 'possession-forms.pdf');
  const results = useExport(possessionChecks.results, 'possession-check.pdf');
  const onError = ({ message }: Error) => toast.failure(message);
  const printForms = (to: 'not_mailed' | 'not_answered') =>
    forms.mutate({ params: { id }, query: { to } }, { onError });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={forms.isPending || results.isPending}>
          {t('print')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => results.mutate({ params: { id }, query: {} }, { onError })}>
          {t('printResults')}
        </Menu.Item>
        {ended_at === null && answered < people && (
          <>
            <Menu.Item onClick={() => printForms('not_mailed')}>{t('printNotMailed')}</Menu.Item>
            <Menu.Item onClick={() => printForms('not_answered')}>{t('printNotAnswered')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Keys({ check: { id, ended_at } }: { check: PossessionCheck }) {
  const { t } = useTranslation('possession-checks');
  const [lost, setLost] = useState<CheckedKey>();
  const [entered, setEntered] = useState<CheckedKey>();
  const columns = useColumns({ onLost: setLost, onEnter: ended_at === null ? setEntered : undefined });
  const options = Object.entries(t('answers', { returnObjects: true })).map(([value, label]) => ({ value, label }));
  return (
    <Panel>
      <RecordList
        list={checkedKeyList}
        params={{ id }}
        columns={columns}
        filters={[{ name: 'answer', label: t('columns.answer'), options }]}
        words={t('keysWords', { returnObjects: true })}
      />
      {lost && (
        <Suspense>
          <LostDialog checked={lost} onClose={() => setLost(undefined)} />
        </Suspense>
      )}
      {entered && (
        <Suspense>
          <EnterDialog checkId={id} of={entered} onClose={() => setEntered(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

const tones: Record<NonNullable<CheckedKey['answer']>, Tone> = {
  has: 'green',
  missing: 'red',
  elsewhere: 'amber',
  returned: 'grey',
};

type Columns = { onLost: (key: CheckedKey) => void; onEnter: ((key: CheckedKey) => void) | undefined };

function useColumns({ onLost, onEnter }: Columns): RecordColumn<typeof checkedKeyList>[] {
  const { t } = useTranslation('possession-checks');
  const may = useMay(possessionChecks.remind);
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'key',
      phone: 'title',
      header: header.key,
      sort: 'marking',
      isLine: true,
      cell: ({ marking }: CheckedKey) => <Mono>{marking}</Mono>,
    },
    {
      key: 'holder',
      phone: 'meta',
      header: header.holder,
      sort: 'holder',
      cell: ({ holder, mail_address, problem }: CheckedKey) => (
        <>
          {holder}
          {(problem || !mail_address) && <div className="mute">{problem ?? t('noAddress')}</div>}
        </>
      ),
    },
    {
      key: 'answer',
      phone: 'aside',
      header: header.answer,
      cell: ({ answer }: CheckedKey) => (
        <StatusTag tone={answer ? tones[answer] : 'grey'} label={t(`answers.${answer ?? 'open'}`)} />
      ),
    },
    {
      key: 'note',
      phone: 'meta',
      header: header.note,
      cell: ({ note, also_has, answered_by }: CheckedKey) => (
        <>
          {note}
          {answered_by && <div className="mute">{t('enteredBy', { name: answered_by })}</div>}
          {also_has && <div className="mute">{t('alsoHas', { keys: also_has })}</div>}
        </>
      ),
    },
    {
      key: 'last',
      header: header.last,
      hideBelow: 1_000,
      cell: ({ last_confirmed_at }: CheckedKey) => last_confirmed_at && formatInstant(last_confirmed_at),
    },
    {
      key: 'case',
      phone: 'meta',
      header: header.case,
      cell: (key: CheckedKey) => {
        if (key.has_case)
          return (
            <LinkButton to="/keys/cases" search={{ search: key.marking }} size="compact-sm" variant="default">
              {t('showCase')}
            </LinkButton>
          );
        if (may && onEnter && key.answered_at === null)
          return (
            <Button size="compact-sm" variant="default" onClick={() => onEnter(key)}>
              {t('enter')}
            </Button>
          );
        if (!may || (key.answer !== 'missing' && key.answer !== 'elsewhere')) return null;
        return (
          <Button size="compact-sm" variant="default" onClick={() => onLost(key)}>
            {t('openCase')}
          </Button>
        );
      },
    },
  ];
}
