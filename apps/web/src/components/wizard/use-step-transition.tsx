import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Duration of a step's exit; the style sheet adds 300 ms for the entry. */
const leaveMs = 100;

/** The state to show: the previous one during the exit, then the current one. Reduced motion skips the exit. */
export function useStepTransition<State extends { step: string }>(
  state: State,
): { shown: State; isLeaving: boolean; hasMoved: boolean } {
  const isReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [held, setHeld] = useState({ state, hasMoved: false });
  const isLeaving = state.step !== held.state.step && !isReduced;
  const show = (next: State) => setHeld({ state: next, hasMoved: held.hasMoved || next.step !== held.state.step });
  if (!isLeaving && state !== held.state) show(state);
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => setHeld({ state, hasMoved: true }), leaveMs);
    return () => clearTimeout(timer);
  }, [isLeaving, state]);
  return { shown: isLeaving ? held.state : state, isLeaving, hasMoved: held.hasMoved };
}
