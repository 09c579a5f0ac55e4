import type { DriftItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useAffected } from '#components/drift/affected';
import { DriftDecisions } from '#components/drift/decisions';
import { TimeAgo } from '#components/time-ago';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlaceLink } from '#ui/place-link';
import { AcceptanceTag } from './drift-columns';

/** One change: what, whose, which doors, since when, with both decisions. */
export function DriftDrawer({ item, onClose }: { item: DriftItem; onClose: () => void }) {
  const { t } = useTranslation('drift');
  const { person, key_plan, profile, rule } = item;
  const affected = useAffected()(item);
  const facts = [
    { label: t('drawer.what'), value: <strong>{item.what}</strong> },
    { label: t('word.keySystem'), value: item.connection_name },
    ...(profile ? [{ label: t('drawer.profile'), value: profile }] : []),
    ...(rule ? [{ label: t('drawer.rule'), value: rule.name }] : []),
    ...(key_plan ? [{ label: t('drawer.plan'), value: key_plan.name }] : []),
    ...(affected.length > 0 ? [{ label: t('drawer.affects'), value: affected.join(', ') }] : []),
    ...(item.door_count > 0 ? [{ label: t('drawer.doors'), value: <Doors item={item} /> }] : []),
    { label: t('drawer.since'), value: <TimeAgo instant={item.since} /> },
    { label: t('drawer.accept'), value: <AcceptanceTag item={item} /> },
  ];
  return (
    <SideDrawer title={t(`kinds.${item.kind}`)} opened onClose={onClose}>
      <StateNotice item={item} />
      <KeyValues items={facts} />
      {item.adopted_at && (
        <p className="mute" style={{ marginTop: 16 }}>
          {t(profile ? 'drawer.adoptedProfile' : 'drawer.adoptedPerson', { at: formatInstant(item.adopted_at) })}
        </p>
      )}
      <div className="actions" style={{ marginTop: 16 }}>
        <DriftDecisions items={[item]} onDone={onClose} />
        {person && (
          <LinkButton to="/people/$id" params={{ id: person.id }} variant="default">
            {t('drawer.person')}
          </LinkButton>
        )}
        {key_plan && (
          <LinkButton to="/keys/key-plans/$id" params={{ id: key_plan.id }} variant="default">
            {t('drawer.openPlan')}
          </LinkButton>
        )}
      </div>
    </SideDrawer>
  );
}

function StateNotice({ item: { state, accepted_at, accepted_by, why_not } }: { item: DriftItem }) {
  const { t } = useTranslation('drift');
  if (state === 'accepted') {
    const by = { name: accepted_by ?? '', at: formatInstant(accepted_at) };
    return (
      <Notice tone="green" title={t('drawer.accepted', by)}>
        {t('drawer.acceptedText')}
      </Notice>
    );
  }
  if (!why_not) return null;
  return (
    <Notice tone="grey" title={t('drawer.whyNot')}>
      {why_not}
    </Notice>
  );
}

function Doors({ item: { doors, door_count } }: { item: DriftItem }) {
  const { t } = useTranslation('drift');
  const more = door_count - doors.length;
  return (
    <>
      {doors.map((door) => (
        <div key={`${door.is_group} ${door.external_id}`}>
          <Door door={door} />
        </div>
      ))}
      {more > 0 && <div className="mute">{t('drawer.more', { count: more })}</div>}
    </>
  );
}

/** Links to the cylinder, or to who may open the doors of a group. */
function Door({ door: { id, is_group, name } }: { door: DriftItem['doors'][number] }) {
  if (id === null) return name;
  return is_group ? (
    <PlaceLink to="/access/who" search={{ of: 'group', id }}>
      {name}
    </PlaceLink>
  ) : (
    <PlaceLink to="/cylinders" search={{ open: id }}>
      {name}
    </PlaceLink>
  );
}
