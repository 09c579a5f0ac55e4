import type { ReactNode } from 'react';

type Props = {
  label: string;
  value: ReactNode;
  /** What the value counts, if the label does not say so. */
  what?: ReactNode;
  lines: readonly ReactNode[];
  tone?: 'amber';
};

/** One of the four steps from people to keys: a number, what it counts, and how it is composed. */
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

/** Screen-reader text after a value whose visible words are too short on their own. */
export const ScreenReaderText = ({ children }: { children: string }) => (
  <>
    {' '}
    <span className="visually-hidden">{children}</span>
  </>
);
