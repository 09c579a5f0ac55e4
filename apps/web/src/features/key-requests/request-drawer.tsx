import type { KeyRequestDetail } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { requestQuery } from '#data/key-systems/key-requests';
import { formatDate, formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { RequestFiles } from './files/request-files';
import { RequestActions } from './request-actions';
import { RequestState, whatOf } from './request-state';
import './key-requests.css';

/** One request: what is asked for, the risk for who decides, its steps, what happened, and what can be done now. */
export function RequestDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('key-requests');
  const { data, error, refetch } = useQuery(requestQuery(id));
  return (
    <SideDrawer title={data ? t(`kinds.${data.kind}`) : t('title')} opened onClose={onClose}>
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {!error && !data && <Loading label={t('loading')} />}
      {data && <Detail request={data} />}
    </SideDrawer>
  );
}

function Detail({ request }: { request: KeyRequestDetail }) {
  const { t } = useTranslation('key-requests');
  const { person, place, place_words, reserved_key, granted_until, ends_at, starts_at, pick_up_by, grant } = request;
  const endOf = (at: string | null) => (at ? formatDate(at) : t('noEnd'));
  const facts = [
    { label: t('columns.state'), value: <RequestState request={request} /> },
    { label: t('columns.person'), value: [person.name, person.department].filter(Boolean).join(', ') },
    { label: t('columns.what'), value: whatOf(request) },
    ...(place_words && place ? [{ label: t('facts.placeWords'), value: place_words }] : []),
    ...(starts_at ? [{ label: t('form.from'), value: formatDate(starts_at) }] : []),
    { label: t('columns.until'), value: endOf(granted_until ?? ends_at) },
    ...(granted_until && ends_at !== granted_until ? [{ label: t('facts.askedUntil'), value: endOf(ends_at) }] : []),
    { label: t('form.reason'), value: request.reason },
    {
      label: t('columns.asked'),
      value: `${formatInstant(request.asked_at)}, ${request.is_by_link ? t('facts.byLink', { name: request.asked_by }) : request.asked_by}`,
    },
    ...(grant
      ? [
          {
            label: t('grant.plan'),
            value: (
              <>
                <Link to="/keys/key-plans/$id" params={{ id: grant.keyplan_id }}>
                  {grant.plan_name}
                </Link>{' '}
                <StatusTag
                  tone={grant.is_in_force ? 'green' : 'amber'}
                  label={t(grant.is_in_force ? 'grant.inForce' : 'grant.inDraft')}
                />
              </>
            ),
          },
        ]
      : []),
    ...(reserved_key ? [{ label: t('facts.reserved'), value: reserved_key.marking }] : []),
    ...(pick_up_by ? [{ label: t('facts.pickUp'), value: formatDate(pick_up_by) }] : []),
  ];
  return (
    <div className="request-detail">
      {request.is_urgent && <Notice tone="amber" title={t('urgent')} />}
      {place !== null && place.id === null && <Notice tone="amber" title={t('hits.place_deleted')} />}
      <KeyValues items={facts} />
      <Risk request={request} />
      <RequestFiles request={request} />
      <RequestActions request={request} />
      <Steps request={request} />
      <h3>{t('history.title')}</h3>
      <ol className="key-history">
        {request.entries.map(({ id, at, happening, actor_name, note }) => (
          <li key={id}>
            <strong>{t(`history.${happening}`)}</strong>
            <div className="mute">
              {formatInstant(at)} · {actor_name ?? t('theProduct')}
              {note && ` · ${note}`}
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Risk({ request: { risk } }: { request: KeyRequestDetail }) {
  const { t } = useTranslation('key-requests');
  if (!risk) return null;
  const { doors, doors_already, peers, peers_with_access, keys_held, keys_overdue, exposed_doors, hits } = risk;
  const items = [
    ...(doors > 0 ? [{ label: t('risk.doors'), value: t('review.doorsOf', { doors, already: doors_already }) }] : []),
    ...(peers > 0 ? [{ label: t('risk.peers'), value: t('risk.of', { some: peers_with_access, all: peers }) }] : []),
    { label: t('risk.keys'), value: t('risk.keysOf', { count: keys_held, overdue: keys_overdue }) },
    ...(exposed_doors > 0 ? [{ label: t('risk.exposed'), value: t('doors', { count: exposed_doors }) }] : []),
  ];
  return (
    <section aria-label={t('risk.title')}>
      <h3>{t('risk.title')}</h3>
      {hits.length > 0 && (
        <ul className="request-hits">
          {hits.map((hit) => (
            <li key={hit}>{t(`hits.${hit}`)}</li>
          ))}
        </ul>
      )}
      <KeyValues items={items} />
    </section>
  );
}

function Steps({ request: { approval, state, step } }: { request: KeyRequestDetail }) {
  const { t } = useTranslation('key-requests');
  if (approval.length === 0) return null;
  const isWaiting = state === 'in_approval' || state === 'needs_info';
  return (
    <>
      <h3>{t('steps.title')}</h3>
      <ol className="request-steps">
        {approval.map(({ position, kind, person, stands_in, decision, decided_by, decided_at, due_at, reason }) => (
          <li key={position} aria-current={isWaiting && position === step ? 'step' : undefined}>
            <strong>
              {t(`steps.${kind}`)}
              {person && `: ${person.name}`}
              {stands_in && ` (${t('standsIn')})`}
            </strong>
            <div className="mute">
              {decision
                ? `${t(`history.${decision}`)} · ${decided_by ?? ''} · ${formatInstant(decided_at)}`
                : due_at && isWaiting && position === step
                  ? t('steps.until', { when: formatInstant(due_at) })
                  : t('steps.waits')}
              {reason && ` · ${reason}`}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
