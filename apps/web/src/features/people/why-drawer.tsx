import type { AccessEvaluation, Person } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { SideDrawer } from '#ui/side-drawer';
import { StatusTag, type Tone } from '#ui/status-tag';
import type { Grant } from './filter-grants';
import { ReasonChain } from './reason-chain';

type Recorded = AccessEvaluation['recorded'];
type Props = { person: Person; grant: Grant; recorded: Recorded; onClose: () => void };

/** Why a door opens for a person: a chain per rule, and the state in each layer below. */
export function WhyDrawer({ person, grant, recorded, onClose }: Props) {
  const { t } = useTranslation('people');
  const { marking, name, location, reasons } = grant;
  const there = recorded.find((one) => one.key_system_connection_id === grant.key_system_connection_id);
  return (
    <SideDrawer title={t('why.title', { marking })} opened onClose={onClose}>
      <p>{[name, location].filter(Boolean).join(' · ')}</p>
      <Layers recorded={there} />
      {reasons.map((reason, at) => (
        <section key={`${reason.rule_id} ${reason.path.map(({ id }) => id).join()}`}>
          {reasons.length > 1 && <h3>{t('why.reason', { number: at + 1, total: reasons.length })}</h3>}
          <ReasonChain person={person} reason={reason} />
        </section>
      ))}
    </SideDrawer>
  );
}

const tones = { active: 'blue', inactive: 'amber', absent: 'amber' } as const satisfies Record<
  Recorded[number]['state'],
  Tone
>;

function Layers({ recorded }: { recorded: Recorded[number] | undefined }) {
  const { t } = useTranslation('people');
  return (
    <>
      <div className="actions" style={{ margin: '10px 0' }}>
        <StatusTag tone="green" label={t('why.desired')} />
        <StatusTag
          tone={recorded ? tones[recorded.state] : 'grey'}
          label={t(`why.recorded.${recorded?.state ?? 'unknown'}`)}
        />
        <StatusTag tone="grey" label={t('why.effective')} />
      </div>
      <p className="mute" style={{ marginBottom: 16 }}>
        {recorded && (
          <>
            {recorded.key_system_name}: {t('why.recordedAge')} <TimeAgo instant={recorded.read_at} />.{' '}
          </>
        )}
        {t('why.effectiveHint')}
      </p>
    </>
  );
}
