import {
  type KeyAccess as Access,
  effectiveAccess,
  type Key,
  type KeyAccessGroup,
  type KeyRight,
} from '@key2xs/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { keyAccessQuery } from '#data/key-systems/effective-access';
import { formatInstant } from '#lib/format';
import { momentIn } from '#lib/time/moment-in';
import { timeInWords } from '#lib/time/time-in-words';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { TableFoot } from '#ui/table/table-foot';
import './key-desk.css';

/** With fewer doors, a list is read faster than groups are opened. */
const groupedFrom = 20;

/** Which doors a key opens: as the plans want it, as it is recorded, and in fact. */
export function KeyAccess({ item }: { item: Key }) {
  const { t } = useTranslation('key-exposure');
  const { data, error, refetch } = useQuery({ ...keyAccessQuery(item.id), enabled: useMay(effectiveAccess.ofKey) });
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('access.loading')} />;
  const { total, groups, is_known } = data;
  const nothing = is_known ? (
    <Empty title={t('access.none')} hint={t('access.noneHint')} />
  ) : (
    <Empty title={t('access.noneUnknown')} />
  );
  const isGrouped = groups.length > 1 && total >= groupedFrom;
  return (
    <>
      <Knowledge access={data} />
      {total === 0 ? nothing : isGrouped ? <Groups item={item} groups={groups} /> : <Doors item={item} />}
    </>
  );
}

function Knowledge({ access: { is_known, carries_rights, held_at, read_at } }: { access: Access }) {
  const { t } = useTranslation('key-exposure');
  const asOf = read_at ? t('asOf', { when: timeInWords(read_at, { isInside: true }) }) : t('neverRead');
  const held = held_at && t('access.held', { when: formatInstant(held_at) });
  if (is_known)
    return (
      <p className="mute">
        {held} {asOf}
      </p>
    );
  const [title, hint] = carries_rights
    ? [t('access.unknown'), t('access.unknownHint')]
    : [t('access.listed'), t('access.listedHint')];
  return (
    <Notice tone="amber" title={title}>
      {hint} {asOf}
    </Notice>
  );
}

/** The groups of the doors, those with a difference first. The doors of one are loaded when it is opened. */
function Groups({ item, groups }: { item: Key; groups: readonly KeyAccessGroup[] }) {
  const { t } = useTranslation('key-exposure');
  return (
    <ul className="access-groups" aria-label={t('access.groups')}>
      {groups.map((group) => (
        <Group key={group.group_id} item={item} group={group} />
      ))}
    </ul>
  );
}

function Group({ item, group }: { item: Key; group: KeyAccessGroup }) {
  const { t } = useTranslation('key-exposure');
  const [isOpen, setIsOpen] = useState(false);
  const { group_id, group_name, doors, differing, effective } = group;
  const name = group_name ?? t('access.noGroup');
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <IconChevronRight size={16} aria-hidden />
        <span className="access-group-name">
          <strong>{name}</strong>
          <span className="mute">{t('access.opens', { count: doors, effective })}</span>
        </span>
        <StatusTag
          tone={differing > 0 ? 'amber' : 'green'}
          label={differing > 0 ? t('access.differ', { count: differing }) : t('access.same')}
        />
      </button>
      {isOpen && <Doors item={item} group={{ id: group_id ?? 'none', name }} />}
    </li>
  );
}

/** The doors of a key, or of one group of them. */
function Doors({ item, group }: { item: Key; group?: { id: string; name: string } }) {
  const { t } = useTranslation('key-exposure');
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery({
    ...keyAccessQuery(item.id, { offset, ...(group && { group: group.id }) }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('access.loading')} />;
  const { items, total, limit } = data;
  return (
    <>
      <ul
        className="access-doors"
        aria-label={group ? t('access.captionOf', { name: group.name }) : t('access.caption')}
      >
        {items.map((right) => (
          <Door key={right.cylinder_id} right={right} hasGroup={group === undefined} />
        ))}
      </ul>
      {total > limit && (
        <TableFoot offset={data.offset} limit={limit} total={total} shown={items.length} onChange={setOffset} />
      )}
    </>
  );
}

/** A door by each layer; with a difference also what is missing. */
function Door({ right, hasGroup }: { right: KeyRight; hasGroup: boolean }) {
  const { t } = useTranslation('key-exposure');
  const { cylinder_marking, cylinder_name, location_path, group_name, missing, because } = right;
  const { desired, recorded, effective } = right;
  const answer = (value: boolean | null) => t(value === null ? 'access.not_known' : value ? 'access.yes' : 'access.no');
  const isAsRecorded = effective === (recorded ? 'yes' : 'no');
  const next = desired !== null && desired !== recorded ? 'sync' : missing;
  const layers = [
    t('access.desired', { answer: answer(desired) }),
    t('access.recorded', { answer: answer(recorded) }),
    because && t(`access.because.${because}`),
  ];
  return (
    <li>
      <span>
        <Mono>{cylinder_marking}</Mono> {cylinder_name}
      </span>
      <StatusTag tone={isAsRecorded ? 'green' : 'amber'} label={t(`access.effective.${effective}`)} />
      <div className="mute">{[location_path, hasGroup && group_name].filter(Boolean).join(' · ')}</div>
      <div>{layers.filter(Boolean).join(' · ')}</div>
      {next && <div className="access-missing">{t(`access.${next}`)}</div>}
    </li>
  );
}

/** When a key took over what is recorded for it, and what it has not taken over yet. */
export function KeyUpdates({ item }: { item: Key }) {
  const { t } = useTranslation('key-exposure');
  const { data } = useQuery({ ...keyAccessQuery(item.id), enabled: useMay(effectiveAccess.ofKey) });
  const { last_update_at, changed_at, update_pending, read_at } = item;
  const unknown = t('updates.unknown');
  const end = data?.dead_at
    ? `${momentIn(data.dead_at, data.time_zone)}${data.dead_by ? ` (${t(`by.${data.dead_by}`)})` : ''}`
    : data?.is_times_known
      ? t('updates.noEnd')
      : unknown;
  return (
    <>
      <KeyValues
        items={[
          { label: t('updates.last'), value: last_update_at ? formatInstant(last_update_at) : unknown },
          { label: t('updates.changed'), value: changed_at ? formatInstant(changed_at) : unknown },
          {
            label: t('updates.pending'),
            value: update_pending === null ? unknown : t(update_pending ? 'updates.yes' : 'updates.no'),
          },
          { label: t('updates.held'), value: data?.held_at ? formatInstant(data.held_at) : unknown },
          { label: t('updates.ends'), value: data && end },
          { label: t('updates.read'), value: read_at ? formatInstant(read_at) : unknown },
        ]}
      />
      <p className="mute">{t('updates.hint')}</p>
    </>
  );
}
