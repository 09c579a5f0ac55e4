import type { ReactNode } from 'react';

type Props = {
  label: string;
  value: ReactNode;
  /** What the value counts, where the label does not say it. */
  what?: ReactNode;
  lines: readonly ReactNode[];
  tone?: 'amber';
};

/** One of the four steps from people to keys: a number first, then what it counts and how it came about. */
export function StandingCard({ label, value, what, lines, tone }: Props) {
  const shown = lines.filter(Boolean);
  return (
    <li className="standing-card" data-tone={tone}>
      <h2 className="standing-label">{label}</h2>
      <p className="standing-value">{value}</p>
      {what && <p className="standing-hint">{what}</p>}
      {shown.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: -- lines have no identity and never move
        <p key={i} className="standing-hint">
          {line}
        </p>
      ))}
    </li>
  );
}

/** What is read out after a value whose visible words are too short to stand alone. */
export const ReadOut = ({ children }: { children: string }) => (
  <>
    {' '}
    <span className="visually-hidden">{children}</span>
  </>
);
