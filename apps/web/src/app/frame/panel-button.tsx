import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import { loadChunk } from '#lib/chunk';
import type { PanelProps } from './panel';

const load = () => loadChunk('Panel', () => import('./panel'));
const Panel = lazy(async () => ({ default: (await load()).Panel }));

type ButtonProps = { onPointerEnter?: () => void; onFocus?: () => void };
type Props = Omit<PanelProps, 'button'> & { button: ReactElement<ButtonProps> };

/**
 * A button of the frame and the panel it opens. Hover or focus starts loading the panel's code; the panel appears once
 * everything is loaded.
 */
export function PanelButton({ button, ...panel }: Props) {
  const [isRequested, setIsRequested] = useState(false);
  if (panel.isOpen && !isRequested) setIsRequested(true);
  if (!isRequested) {
    const prepare = () => void load().catch(() => undefined); // Opening tries again.
    return cloneElement(button, { onPointerEnter: prepare, onFocus: prepare });
  }
  return (
    <Suspense fallback={button}>
      <Panel button={button} {...panel} />
    </Suspense>
  );
}
