import type { IamConnection, SourceMetrics } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sourceMetricsQuery } from '#data/sources/source-status';
import { StatusTag, type Tone } from '#ui/status-tag';

const tones: Record<SourceMetrics['health']['state'], Tone> = { good: 'green', attention: 'amber', bad: 'red' };

type Props = {
  source: Pick<IamConnection, 'id' | 'is_active'>;
  /** Beside its name there is no room for the reason. */
  isShort?: true;
};

const cannotSignIn = (worst: SourceMetrics['health']['reasons'][number] | undefined): boolean =>
  worst?.code === 'credential_refused' || worst?.code === 'credential_expired';

/** The health of a source with the main reason; until that is known, whether it is active. */
export function SourceHealth({ source: { id, is_active }, isShort }: Props) {
  const { t } = useTranslation('source');
  const { data } = useQuery(sourceMetricsQuery(id));
  if (!is_active) return <StatusTag tone="grey" label={t('inactive')} />;
  if (!data) return <StatusTag tone="grey" label={t('word.active')} />;
  const [worst] = data.health.reasons;
  return (
    <>
      <StatusTag
        tone={tones[data.health.state]}
        label={t(`health.${cannotSignIn(worst) ? 'cannotSignIn' : data.health.state}`)}
      />
      {worst && !isShort && <div className="mute">{worst.message}</div>}
    </>
  );
}
