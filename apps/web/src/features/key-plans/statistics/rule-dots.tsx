import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridColumns, GridRows } from '@visx/grid';
import { scaleSymlog } from '@visx/scale';
import { ChartFrame } from '#components/charts/chart-frame';
import { formatNumber } from '#lib/format';

export type RuleDot = { id: string; people: number; doors: number; isBroad: boolean; words: string };

type Props = { label: string; hint: string; dots: readonly RuleDot[]; across: string; up: string };

const [top, right, bottom, left] = [14, 20, 44, 60];

/** Rules by people and doors, on scales where each mark is ten times the one before. Broad ones are diamonds. */
export function RuleDots({ label, hint, dots, across, up }: Props) {
  return (
    <ChartFrame label={label} hint={hint} count={dots.length} height={320} wordsOf={(at) => dots[at]?.words ?? ''}>
      {({ width, height, point }) => {
        const x = scaleOf(
          dots.map(({ people }) => people),
          [left, width - right],
        );
        const y = scaleOf(
          dots.map(({ doors }) => doors),
          [height - bottom, top],
        );
        return (
          <>
            <GridRows
              className="chart-grid"
              scale={y.scale}
              tickValues={y.ticks}
              left={left}
              width={width - left - right}
            />
            <GridColumns
              className="chart-grid"
              scale={x.scale}
              tickValues={x.ticks}
              top={top}
              height={height - top - bottom}
            />
            <AxisLeft
              axisClassName="chart-axis"
              scale={y.scale}
              left={left}
              tickValues={y.ticks}
              tickFormat={shown}
              hideTicks
            />
            <AxisBottom
              axisClassName="chart-axis"
              scale={x.scale}
              top={height - bottom}
              tickValues={x.ticks}
              tickFormat={shown}
              hideTicks
            />
            <text className="chart-name" x={width - right} y={height - 6} textAnchor="end">
              {across}
            </text>
            <text className="chart-name" transform={`translate(12 ${top}) rotate(-90)`} textAnchor="end">
              {up}
            </text>
            {dots.map(({ id, people, doors, isBroad }, i) => (
              <Mark key={id} x={x.scale(people)} y={y.scale(doors)} isBroad={isBroad} chosen={point(i)} />
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}

const shown = (value: unknown): string => formatNumber(Number(value));

function scaleOf(values: readonly number[], range: [number, number]) {
  const most = Math.max(1, ...values);
  const scale = scaleSymlog({ domain: [0, most * 1.2], range, constant: 1 });
  const ticks = [0, 1, 10, 100, 1_000, 10_000, 100_000].filter((tick) => tick <= most * 1.2);
  return { scale, ticks };
}

type MarkProps = { x: number; y: number; isBroad: boolean; chosen: { onPointerEnter: () => void; 'data-at': boolean } };

function Mark({ x, y, isBroad, chosen }: MarkProps) {
  if (!isBroad) return <circle className="chart-dot" cx={x} cy={y} r={6} {...chosen} />;
  const shape = `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`;
  return <path className="chart-dot" data-broad="true" d={shape} {...chosen} />;
}
