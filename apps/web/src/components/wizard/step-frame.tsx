import { type ReactNode, useEffect, useRef } from 'react';
import './wizard.css';

type Props = {
  title: string;
  isLeaving: boolean;
  /** Focuses the heading and scrolls to it. False for the first step, which opens with the page. */
  isArrival: boolean;
  children: ReactNode;
};

/** One step: heading and content. Remounted for each step. */
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
