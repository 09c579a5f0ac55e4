type Props = { label: string; done: number; total: number; phase: string };

const count = (n: number) => n.toLocaleString('en');

/** How far long work is. A total of 0 means that nobody knows yet: the bar moves without a figure. */
export function ProgressBar({ label, done, total, phase }: Props) {
  const share = total > 0 ? Math.min(done / total, 1) : undefined;
  return (
    <div>
      <div className="progress-words">
        <span>{phase}</span>
        {total > 0 && (
          <span className="mute">
            {count(done)} of {count(total)}
          </span>
        )}
      </div>
      <div
        className="progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        aria-valuetext={total > 0 ? `${phase}: ${count(done)} of ${count(total)}` : phase}
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
