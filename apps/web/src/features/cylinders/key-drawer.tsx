import type { Key } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { Capacities } from '#components/programming/capacity-gauge';
import { TimeAgo } from '#components/time-ago';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlaceLink } from '#ui/place-link';
import { AccessEvents } from './access-events';
import { HolderMayOpen } from './holder-may-open';
import { useCodeWords } from './use-code-words';

function Holder({ holder: { name, person_id } }: { holder: NonNullable<Key['holder']> }) {
  if (!person_id) return name;
  return (
    <PlaceLink to="/people/$id" params={{ id: person_id }}>
      {name}
    </PlaceLink>
  );
}

/** One key: facts, holder, access events. */
export function KeyDrawer({ item, onClose }: { item: Key; onClose: () => void }) {
  const { t } = useTranslation('cylinders');
  const typeWord = useCodeWords('key_types');
  const stateWord = useCodeWords('key_states');
  const { holder, last_update_at: updated } = item;
  const facts = [
    { label: t('word.name'), value: item.name },
    { label: t('key.columns.holder'), value: holder && <Holder holder={holder} /> },
    { label: t('word.state'), value: stateWord(item.state) },
    { label: t('key.columns.type'), value: typeWord(item.key_type) },
    { label: t('key.fields.serial'), value: <Mono>{item.serial}</Mono> },
    { label: t('key.columns.updated'), value: updated ? <TimeAgo instant={updated} /> : t('key.unknownUpdate') },
    { label: t('word.keySystem'), value: item.connection_name },
    { label: t('cylinder.fields.external'), value: <Mono>{item.external_id}</Mono> },
    { label: t('read'), value: <TimeAgo instant={item.read_at} /> },
  ];
  return (
    <SideDrawer title={item.marking} opened onClose={onClose}>
      <KeyValues items={facts} />
      <p className="mute" style={{ marginTop: 12 }}>
        {t('key.layer')}
      </p>
      <Capacities of={{ key_id: item.id }} />
      {holder?.person_id && <HolderMayOpen personId={holder.person_id} name={holder.name} />}
      <AccessEvents of={{ key_id: item.id }} aside={({ cylinder_marking }) => cylinder_marking} />
    </SideDrawer>
  );
}
