import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { formatNumber } from '#lib/format';
import { ChartFrame } from './chart-frame';

export type BarLine = { name: string; value: number; words: string };

type Props = { label: string; hint: string; lines: readonly BarLine[] };

const lineHeight = 30;
const barHeight = 14;

/** Horizontal bars, the longest first, each with its name above it and its figure at the right. */
export function Bars({ label, hint, lines }: Props) {
  const max = Math.max(1, ...lines.map(({ value }) => value));
  return (
    <ChartFrame
      label={label}
      hint={hint}
      count={lines.length}
      height={lines.length * lineHeight}
      wordsOf={(at) => lines[at]?.words ?? ''}
    >
      {({ width, point }) => {
        const names = Math.min(150, width * 0.36);
        const figures = 74;
        const scale = scaleLinear({ domain: [0, max], range: [0, Math.max(width - names - figures, 20)] });
        return lines.map(({ name, value }, i) => (
          <g key={name} {...point(i)}>
            <rect className="chart-row-ground" x={0} y={i * lineHeight} width={width} height={lineHeight} rx={4} />
            <text className="chart-name" x={4} y={(i + 0.5) * lineHeight} dy="0.35em">
              {fitted(name, Math.floor((names - 8) / 6.4))}
            </text>
            <Bar
              className="chart-bar"
              x={names}
              y={i * lineHeight + (lineHeight - barHeight) / 2}
              width={value > 0 ? Math.max(scale(value), 2) : 0}
              height={barHeight}
              rx={3}
            />
            <text className="chart-figure" x={names + scale(value) + 6} y={(i + 0.5) * lineHeight} dy="0.35em">
              {formatNumber(value)}
            </text>
          </g>
        ));
      }}
    </ChartFrame>
  );
}

const fitted = (name: string, max: number): string => (name.length > max ? `${name.slice(0, max - 1)}…` : name);
