import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Look, lookOf, notLoaded } from './paint/look';
import { readPalette } from './paint/palette';
import { paintSymbol } from './paint/symbols';
import type { MatrixCell } from './source/matrix-source';
import { watchTheme } from './watch-theme';

const examples = {
  mayOpen: { share: 1 },
  direct: { share: 1, way: 'direct' },
  door: { share: 1, way: 'door' },
  group: { share: 1, way: 'group' },
  place: { share: 1, way: 'place' },
  profile: { share: 1, way: 'profile' },
  share: { share: 0.4 },
  limited: { share: 1, way: 'door', isLimited: true },
  gained: { share: 1, change: 'gained' },
  lost: { share: 0, change: 'lost' },
  both: { share: 0.5, change: 'both' },
  pending: { share: 1, way: 'door', isPending: true },
  conflict: { share: 1, way: 'door', hasConflict: true },
  notLoaded: undefined,
} as const satisfies Record<string, MatrixCell | undefined>;

/** A symbol, with another label where it means something else than usual. */
export type LegendEntry = keyof typeof examples | { look: keyof typeof examples; label: string };

/** The symbols that a matrix uses, painted as in the matrix. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  const { t } = useTranslation('matrix');
  return (
    <ul className="matrix-legend" aria-label={t('legend.title')}>
      {entries.map((entry) => {
        const look = typeof entry === 'string' ? entry : entry.look;
        const cell = examples[look];
        return (
          <li key={look}>
            <Picture look={cell ? lookOf(cell) : notLoaded} />
            {typeof entry === 'string' ? t(`legend.${entry}`) : entry.label}
          </li>
        );
      })}
    </ul>
  );
}

const side = 24;

function Picture({ look }: { look: Look }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const paintNow = () => {
      const unit = window.devicePixelRatio || 1;
      const size = Math.round(side * unit);
      Object.assign(element, { width: size, height: size });
      const palette = readPalette(element, context);
      context.clearRect(0, 0, size, size);
      paintSymbol({ context, size, unit, palette }, look);
    };
    paintNow();
    const stopped = new AbortController();
    watchTheme(paintNow, stopped.signal);
    return () => stopped.abort();
  }, [look]);
  return <canvas ref={canvas} aria-hidden style={{ width: side, height: side }} />;
}
