import { type KeyCaseDetail, keyCaseList, keyCases, keyReminders } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { caseQuery } from '#data/key-systems/key-cases';
import { loadChunk } from '#lib/chunk';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { i18n } from '#lib/i18n';
import { momentIn } from '#lib/time/moment-in';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { useToast } from '#ui/toast';
import { CaseDialogs, type CaseStep } from './case-dialogs';
import { CaseDoors } from './case-doors';
import { JoinerAccess } from './joiner-access';
import { nameOfCase } from './outcomes';
import { StepTag } from './step-tag';
import '../../components/key-lists.css';
import './key-cases.css';

const RemindDialog = lazy(() =>
  loadChunk('RemindDialog', async () => {
    const [{ RemindDialog: component }] = await Promise.all([
      import('#components/key-times/remind-dialog'),
      i18n.loadNamespaces('key-times'),
    ]);
    return { default: component };
  }),
);

/** One case: what is known, what is to be done next, the doors of a lost key, and what happened. */
export function KeyCasePage() {
  const { t } = useTranslation('key-cases');
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(caseQuery(id));
  const back = { label: t('title'), to: '/keys/cases' } as const;
  if (!data)
    return (
      <Page title={t('title')} back={back}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loadingCase')} />}
      </Page>
    );
  return <Case item={data} />;
}

function Case({ item }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  const title = t(item.key ? 'caseTitle' : 'caseOfPerson', { kind: t(`kinds.${item.kind}`), name: nameOfCase(item) });
  return (
    <Page
      title={title}
      subtitle={<StepTag item={item} />}
      back={{ label: t('title'), to: '/keys/cases' }}
      actions={<Actions item={item} />}
    >
      <NextStep item={item} />
      <div className="case-columns">
        <div>
          {item.kind === 'lost' && (
            <>
              <Exposure item={item} />
              <Panel title={t('doors.title')}>
                <CaseDoors item={item} />
              </Panel>
            </>
          )}
          {item.moved_doors && <MovedDoors item={item} counts={item.moved_doors} />}
          {item.joiner && item.closed_at === null && <JoinerAccess item={item} />}
          <Panel title={t('history.title')} padded>
            <ol className="key-history">
              {item.entries.map((entry) => (
                <li key={entry.id}>
                  <strong>
                    {entry.decision
                      ? t(`history.decided.${entry.decision}`, { count: entry.doors ?? 0 })
                      : t(`history.${entry.happening}`)}
                    {entry.happening === 'closed' && item.outcome && `: ${t(`outcomes.${item.outcome}`)}`}
                    {entry.reminded && ` ${entry.reminded.map((one) => t(`history.remindedTo.${one}`)).join(', ')}`}
                  </strong>
                  <div className="mute">
                    {formatInstant(entry.at)} · {entry.actor_name ?? t('theProduct')}
                    {entry.note && ` · ${entry.happening === 'due_changed' ? formatDate(entry.note) : entry.note}`}
                  </div>
                </li>
              ))}
            </ol>
          </Panel>
        </div>
        <Panel title={t('facts.title')} padded>
          <Facts item={item} />
        </Panel>
      </div>
    </Page>
  );
}

function Facts({ item }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  const { key, holder, joiner, replacement, report, copied_rights: copied } = item;
  const keyLink = (one: Pick<NonNullable<typeof replacement>, 'id' | 'marking'>) => (
    <PlaceLink to="/keys/manage" search={{ search: one.marking, open: one.id }}>
      {one.marking}
    </PlaceLink>
  );
  const facts = [
    ...(key
      ? [
          { label: t('columns.key'), value: keyLink(key) },
          { label: t('facts.system'), value: key.connection_name },
          { label: t('facts.keyState'), value: t(`keyStates.${key.state}`) },
        ]
      : []),
    { label: t('columns.holder'), value: [holder?.name, holder?.department].filter(Boolean).join(', ') },
    ...(joiner
      ? [
          { label: t('joiner.since'), value: formatInstant(joiner.entitled_since) },
          ...(joiner.first_day ? [{ label: t('joiner.firstDay'), value: formatDate(joiner.first_day) }] : []),
          ...(item.closed_at === null
            ? [
                {
                  label: t('joiner.request'),
                  value: joiner.request ? (
                    <PlaceLink to="/keys/request" search={{ view: 'all', open: joiner.request.id }}>
                      {t('joiner.requestShown')}
                    </PlaceLink>
                  ) : (
                    t('joiner.noRequest')
                  ),
                },
              ]
            : []),
          ...(joiner.reserved_key ? [{ label: t('joiner.reserved'), value: keyLink(joiner.reserved_key) }] : []),
        ]
      : []),
    { label: t('columns.due'), value: item.due_at && formatDate(item.due_at) },
    { label: t('columns.owner'), value: item.owner?.name ?? t('owner.nobody') },
    { label: t('facts.opened'), value: `${formatInstant(item.opened_at)}, ${item.opened_by ?? t('theProduct')}` },
    ...(item.closed_at
      ? [{ label: t('facts.closed'), value: `${formatInstant(item.closed_at)}, ${item.closed_by ?? t('theProduct')}` }]
      : []),
    ...(replacement
      ? [
          {
            label: t('facts.replacement'),
            value: (
              <>
                {keyLink(replacement)} ({t(`keyStates.${replacement.state}`)})
              </>
            ),
          },
          ...(copied
            ? [
                {
                  label: t('facts.copied'),
                  value: t(`copied.${copied.state}`, { count: copied.rights, problem: copied.problem ?? '' }),
                },
              ]
            : []),
        ]
      : []),
    ...(item.kind === 'lost'
      ? [
          { label: t('report.happened'), value: report.happened_at && formatInstant(report.happened_at) },
          { label: t('report.place'), value: report.place },
          { label: t('report.circumstances'), value: report.circumstances },
          { label: t('report.police'), value: report.police_reference },
        ]
      : []),
  ];
  return <KeyValues items={facts} />;
}

/** What the plan gives the holder otherwise than before the move. */
function MovedDoors({ item: { moved }, counts }: { item: KeyCaseDetail; counts: { gained: number; lost: number } }) {
  const { t } = useTranslation('key-cases');
  const changes = (['lost', 'gained'] as const).filter((change) => counts[change] > 0);
  return (
    <Panel title={t('moved.title')} padded>
      <p className="mute">{t('moved.hint')}</p>
      {changes.map((change) => (
        <section key={change} aria-label={t(`moved.${change}`, { count: counts[change] })}>
          <strong>{t(`moved.${change}`, { count: counts[change] })}</strong>
          <ul>
            {moved
              .filter((door) => door.change === change)
              .map(({ cylinder_id, marking, name }) => (
                <li key={cylinder_id}>
                  <Mono>{marking}</Mono> {name !== marking && name}
                </li>
              ))}
          </ul>
        </section>
      ))}
      {moved.length < counts.gained + counts.lost && <p>{t('moved.more', { count: moved.length })}</p>}
    </Panel>
  );
}

/** When the key no longer opens anything, as far as that is known. */
function Exposure({ item: { exposure, own_rights: own, time_zone } }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  if (exposure === null)
    return (
      <Notice tone="amber" title={t('exposure.unknown')}>
        {t('exposure.unknownHint')}
      </Notice>
    );
  const { doors, ends_at, is_known } = exposure;
  if (doors === 0 && is_known)
    return (
      <Notice tone="green" title={t('exposure.none')}>
        {t('exposure.noneHint')}
      </Notice>
    );
  return (
    <Notice tone="red" title={t('exposure.open', { count: doors, doors: formatNumber(doors) })}>
      {ends_at ? t('exposure.ends', { at: momentIn(ends_at, time_zone) }) : t('exposure.endless')}{' '}
      {!is_known && t('exposure.more')} {own !== null && own > 0 && t('exposure.own', { count: own })}
    </Notice>
  );
}

function NextStep({ item }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  const { next_step: step } = item;
  if (step === null) return null;
  return (
    <Notice
      tone={item.is_overdue ? 'red' : 'blue'}
      title={t(`steps.${step}`)}
      actions={<WhereToDoIt item={item} step={step} />}
    >
      {t(`hints.${step}`, {
        key: item.joiner?.reserved_key?.marking ?? '',
        day: formatDate(item.joiner?.first_day ?? null) ?? '',
      })}
    </Notice>
  );
}

/** The place where the next step is done, when that is another screen. */
function WhereToDoIt({ item, step }: { item: KeyCaseDetail; step: NextStepName }) {
  const { t } = useTranslation('key-cases');
  const look = { size: 'compact-sm', variant: 'default' } as const;
  const { key, replacement } = item;
  if (item.joiner) return <WhereToGetAKey item={item} joiner={item.joiner} />;
  if (step === 'wait_for_jobs' || step === 'mend_jobs')
    return (
      <LinkButton to="/cylinders/jobs" search={{ search: nameOfCase(item) }} {...look}>
        {t('goTo.jobs')}
      </LinkButton>
    );
  const toCollect =
    step === 'collect_key' || step === 'update_key' ? key : step === 'collect_replacement' ? replacement : null;
  if (!toCollect) return null;
  return (
    <LinkButton to="/keys/manage" search={{ search: toCollect.marking, open: toCollect.id }} {...look}>
      {t('goTo.desk')}
    </LinkButton>
  );
}

/** A request or the desk, with the person filled in. */
function WhereToGetAKey({ item, joiner }: { item: KeyCaseDetail; joiner: NonNullable<KeyCaseDetail['joiner']> }) {
  const { t } = useTranslation('key-cases');
  const look = { size: 'compact-sm', variant: 'default' } as const;
  const { next_step: step } = item;
  if (step === 'wait_for_first_day') return null;
  if (joiner.reserved_key)
    return (
      <LinkButton to="/keys/manage" search={{ desk: 'hand_out', key: joiner.reserved_key.id }} {...look}>
        {t('goTo.handOut')}
      </LinkButton>
    );
  if (joiner.request)
    return (
      <LinkButton to="/keys/request" search={{ view: 'all', open: joiner.request.id }} {...look}>
        {t('goTo.showRequest')}
      </LinkButton>
    );
  return (
    <>
      <LinkButton to="/keys/request" search={{ view: 'new', case: item.id }} {...look}>
        {t('goTo.request')}
      </LinkButton>
      <LinkButton to="/keys/manage" search={{ desk: 'hand_out', case: item.id }} {...look}>
        {t('goTo.handOut')}
      </LinkButton>
    </>
  );
}

type NextStepName = NonNullable<KeyCaseDetail['next_step']>;

function Actions({ item }: { item: KeyCaseDetail }) {
  const { t } = useTranslation('key-cases');
  const [step, setStep] = useState<CaseStep>();
  const toast = useToast();
  const may = useMay(keyCases.close);
  const pdf = useExport(keyCases.pdf, `${keyCaseList.name}.pdf`);
  const print = () =>
    pdf.mutate({ params: { id: item.id }, query: {} }, { onError: ({ message }) => toast.failure(message) });
  const steps = item.closed_at === null && may ? stepsOf(item) : [];
  const mayRemind = useMay(keyReminders.ask);
  const [isReminding, setIsReminding] = useState(false);
  const remindsOfReturn = mayRemind && item.closed_at === null && item.kind === 'return' && !!item.holder?.person_id;
  return (
    <>
      <Button variant="default" loading={pdf.isPending} onClick={print}>
        {t('print')}
      </Button>
      {remindsOfReturn && (
        <Button variant="default" onClick={() => setIsReminding(true)}>
          {t('actions.remind')}
        </Button>
      )}
      {isReminding && item.key && (
        <Suspense>
          <RemindDialog
            selection={{ ids: [item.key.id] }}
            name={item.holder?.name ?? nameOfCase(item)}
            onClose={() => setIsReminding(false)}
          />
        </Suspense>
      )}
      {steps.map((one) => (
        <Button key={one} variant={one === 'close' && !item.joiner ? 'filled' : 'default'} onClick={() => setStep(one)}>
          {t(`actions.${one === 'close' && item.joiner ? 'noKeyNeeded' : one}`)}
        </Button>
      ))}
      {step && <CaseDialogs item={item} step={step} onClose={() => setStep(undefined)} />}
    </>
  );
}

const stepsOf = ({ kind, can_be_replaced: canBeReplaced }: KeyCaseDetail): CaseStep[] => [
  'edit',
  ...(kind === 'lost' || kind === 'joiner' ? [] : (['lost'] as const)),
  ...(kind === 'return' ? (['invalidate'] as const) : []),
  ...(canBeReplaced ? (['replace'] as const) : []),
  'close',
];
