import { useTranslation } from 'react-i18next';

type Props = { label: string; done: number; total: number; phase: string };

/** Progress of long work. A total of 0 means unknown: the bar moves without a figure. */
export function ProgressBar({ label, done, total, phase }: Props) {
  const { t } = useTranslation();
  const reached = t('ui.progress', { done, total });
  const share = total > 0 ? Math.min(done / total, 1) : undefined;
  return (
    <div>
      <div className="progress-words">
        <span>{phase}</span>
        {total > 0 && <span className="mute">{reached}</span>}
      </div>
      <div
        className="progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={total > 0 ? `${phase}: ${reached}` : phase}
      >
        {share === undefined ? (
          <div className="progress-bar progress-unknown" />
        ) : (
          <div className="progress-bar" style={{ width: `${share * 100}%` }} />
        )}
      </div>
    </div>
  );
}
