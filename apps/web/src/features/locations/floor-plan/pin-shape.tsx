import type { PinState } from '@key2xs/contract';

const shapes: Record<PinState, string> = {
  ready: 'M10 2a8 8 0 1 1 0 16a8 8 0 1 1 0-16z',
  open_job: 'M10 1.5L19 17.5H1z',
  planned: 'M10 1L19 10L10 19L1 10z',
  place: 'M2.5 2.5H17.5V17.5H2.5z',
};

/** Each state has a form of its own beside its colour. */
export const PinShape = ({ state }: { state: PinState }) => (
  <svg className={`pin-shape pin-${state}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={shapes[state]} />
  </svg>
);
