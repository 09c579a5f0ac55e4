import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  title: string;
  isLeaving: boolean;
  /** Whoever is moved to a step hears its heading and begins at its top. The first one greets with the page. */
  isArrival: boolean;
  children: ReactNode;
};

/** One step: its heading and what it is about. Mounted anew for each step. */
export function StepFrame({ title, isLeaving, isArrival, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isArrival) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [isArrival]);
  return (
    <section className="setup-step" data-leaving={isLeaving} aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
