import type { ReactNode } from 'react';
import './layers.css';

type Props = {
  title: string;
  isAmber?: boolean;
  /** Below a heading of its own. */
  isInside?: true;
  value: ReactNode;
  children: ReactNode;
};

/** One layer of access: its name, how much, and what is known of it. */
export function LayerTile({ title, isAmber, isInside, value, children }: Props) {
  const Heading = isInside ? 'h3' : 'h2';
  return (
    <section className={isAmber ? 'layer layer-amber' : 'layer'} aria-label={title}>
      <Heading>{title}</Heading>
      <p>{value}</p>
      <p className="layer-hint">{children}</p>
    </section>
  );
}
