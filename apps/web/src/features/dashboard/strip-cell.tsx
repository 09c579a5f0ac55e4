import type { ReactNode } from 'react';

type Props = { label: string; value: ReactNode; tag?: ReactNode; hint: ReactNode };

/** One quarter of the strip: label, value, tag and a hint. */
export function StripCell({ label, value, tag, hint }: Props) {
  return (
    <div className="standing-cell">
      <p className="standing-label">{label}</p>
      <p className="standing-value">
        <span>{value}</span>
        {tag}
      </p>
      <p className="standing-hint">{hint}</p>
    </div>
  );
}
