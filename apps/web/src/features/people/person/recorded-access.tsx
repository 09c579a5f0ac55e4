import type { AccessEvaluation } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { KeyValues } from '#ui/key-values';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { ForeignProfiles } from './foreign-profiles';

type Recorded = AccessEvaluation['recorded'][number];

const tones = { active: 'green', inactive: 'grey', absent: 'grey' } as const satisfies Record<
  Recorded['state'],
  string
>;

/** The access each linked key system has recorded for the person, with its age. */
export function RecordedAccess({ personId, recorded }: { personId: string; recorded: readonly Recorded[] }) {
  const { t } = useTranslation('people');
  const items = recorded.map((one) => ({ label: one.key_system_name, value: <InKeySystem recorded={one} /> }));
  return (
    <Panel title={t('recorded.title')} padded>
      {items.length > 0 ? <KeyValues items={items} /> : <p className="mute">{t('recorded.none')}</p>}
      <ForeignProfiles personId={personId} />
    </Panel>
  );
}

function InKeySystem({ recorded: { state, profiles, read_at } }: { recorded: Recorded }) {
  const { t } = useTranslation('people');
  return (
    <>
      <StatusTag tone={tones[state]} label={t(`recorded.states.${state}`)} />{' '}
      {state !== 'absent' && (
        <span>
          {profiles.length > 0 ? `${t('recorded.profiles')} ${profiles.join(', ')}` : t('recorded.noProfiles')}
        </span>
      )}
      <div className="mute">
        {read_at ? (
          <>
            {t('recorded.read')} <TimeAgo isInside instant={read_at} />
          </>
        ) : (
          t('recorded.unread')
        )}
      </div>
    </>
  );
}
