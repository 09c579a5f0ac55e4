import type { AccessEvaluation, Person } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useMoment } from '#components/access/moment-picker';
import { TimeAgo } from '#components/time-ago';
import { formatDate } from '#lib/format';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlaceLink } from '#ui/place-link';
import { StatusTag, type Tone } from '#ui/status-tag';
import type { Grant } from './filter-grants';
import { ReasonChain } from './reason-chain';

type Recorded = AccessEvaluation['recorded'];
type Props = { person: Person; grant: Grant; evaluation: AccessEvaluation; onClose: () => void };

/** Why a door opens for a person: one chain per rule, and the state in each layer below. */
export function WhyDrawer({ person, grant, evaluation, onClose }: Props) {
  const { t } = useTranslation('people');
  const moment = useMoment();
  const { marking, name, location, reasons } = grant;
  const { recorded, on_keys: keys, as_of } = evaluation;
  const there = recorded.find((one) => one.key_system_connection_id === grant.key_system_connection_id);
  return (
    <SideDrawer title={t('why.title', { marking })} opened onClose={onClose}>
      <p>
        <PlaceLink to="/cylinders" search={{ open: grant.cylinder_id }}>
          {name || marking}
        </PlaceLink>
        {location && ` · ${location}`}
      </p>
      {grant.since && <p className="mute">{t('why.since', { at: formatDate(grant.since) })}</p>}
      {as_of === 'past' ? (
        <p>
          <StatusTag tone="green" label={t('why.desiredThen')} />
        </p>
      ) : (
        <Layers grant={grant} recorded={there} hasNoKey={keys.length === 0} />
      )}
      <p>
        <PlaceLink to="/access/who" search={{ of: 'cylinder', id: grant.cylinder_id, ...(moment && { at: moment }) }}>
          {t(as_of === 'past' ? 'why.whoElseThen' : 'why.whoElse')}
        </PlaceLink>
      </p>
      {reasons.map((reason, at) => (
        <section key={`${reason.rule_id} ${reason.path.map(({ id }) => id).join()}`}>
          {reasons.length > 1 && <h3>{t('why.reason', { number: at + 1, total: reasons.length })}</h3>}
          <ReasonChain person={person} reason={reason} />
        </section>
      ))}
    </SideDrawer>
  );
}

const tones = { yes: 'blue', no: 'amber', unknown: 'grey' } as const satisfies Record<Grant['recorded'], Tone>;

type LayersProps = { grant: Grant; recorded: Recorded[number] | undefined; hasNoKey: boolean };

/** The layers of this door now. A person recorded as inactive opens none. */
function Layers({ grant, recorded, hasNoKey }: LayersProps) {
  const { t } = useTranslation('people');
  return (
    <>
      <div className="actions" style={{ margin: '10px 0' }}>
        <StatusTag tone="green" label={t('why.desired')} />
        <StatusTag tone={tones[grant.recorded]} label={t(`why.recorded.${grant.recorded}`)} />
        {recorded?.state === 'inactive' && <StatusTag tone="amber" label={t('why.inactive')} />}
        <StatusTag tone="grey" label={t(hasNoKey ? 'why.noKey' : 'why.effective')} />
      </div>
      <p className="mute" style={{ marginBottom: 16 }}>
        {recorded && (
          <>
            {recorded.key_system_name}: {t('why.recordedAge')} <TimeAgo isInside instant={recorded.read_at} />.{' '}
          </>
        )}
        {!hasNoKey && t('why.effectiveHint')}
      </p>
    </>
  );
}
