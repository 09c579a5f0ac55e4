import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react';
import { loadChunk } from '#lib/chunk';
import type { PanelProps } from './panel';

const load = () => loadChunk('Panel', () => import('./panel'));
const Panel = lazy(async () => ({ default: (await load()).Panel }));

type ButtonProps = { onPointerEnter?: () => void; onFocus?: () => void };
type Props = Omit<PanelProps, 'button'> & { button: ReactElement<ButtonProps> };

/**
 * A button of the frame with the panel it opens, whose code is fetched as soon as somebody reaches for the button. The panel
 * shows itself when all of it is there.
 */
export function PanelButton({ button, ...panel }: Props) {
  const [isWanted, setIsWanted] = useState(false);
  if (panel.isOpen && !isWanted) setIsWanted(true);
  if (!isWanted) {
    const prepare = () => void load().catch(() => undefined); // asked for again when it is opened
    return cloneElement(button, { onPointerEnter: prepare, onFocus: prepare });
  }
  return (
    <Suspense fallback={button}>
      <Panel button={button} {...panel} />
    </Suspense>
  );
}
