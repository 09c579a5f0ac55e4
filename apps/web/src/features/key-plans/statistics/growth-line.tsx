import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { AreaClosed, LinePath } from '@visx/shape';
import { ChartFrame } from '#components/charts/chart-frame';
import { formatNumber } from '#lib/format';

export type GrowthPoint = { number: number; value: number; words: string };

type Props = {
  label: string;
  hint: string;
  points: readonly GrowthPoint[];
  /** The name of a point below the line; its number unless given. */
  tickOf?: (number: number) => string;
};

const [top, right, bottom, left] = [10, 12, 24, 56];

/** One figure from version to version, or from night to night. */
export function GrowthLine({ label, hint, points, tickOf = String }: Props) {
  const most = Math.max(1, ...points.map(({ value }) => value));
  const [first = 0, last = 1] = [points[0]?.number, points.at(-1)?.number];
  return (
    <ChartFrame label={label} hint={hint} count={points.length} height={180} wordsOf={(at) => points[at]?.words ?? ''}>
      {({ width, height, point }) => {
        const x = scaleLinear({
          domain: first === last ? [first - 1, last + 1] : [first, last],
          range: [left, width - right],
        });
        const y = scaleLinear({ domain: [0, most], range: [height - bottom, top], nice: 4 });
        const atX = ({ number }: GrowthPoint) => x(number);
        const atY = ({ value }: GrowthPoint) => y(value);
        return (
          <>
            <GridRows className="chart-grid" scale={y} left={left} width={width - left - right} numTicks={3} />
            <AreaClosed className="chart-area" data={[...points]} x={atX} y={atY} yScale={y} />
            <LinePath className="chart-line" data={[...points]} x={atX} y={atY} />
            <AxisLeft
              axisClassName="chart-axis"
              scale={y}
              left={left}
              numTicks={3}
              hideAxisLine
              hideTicks
              tickFormat={(value) => (Number.isInteger(Number(value)) ? formatNumber(Number(value)) : '')}
            />
            <AxisBottom
              axisClassName="chart-axis"
              scale={x}
              top={height - bottom}
              tickValues={ticksOf(points)}
              tickFormat={(number) => tickOf(Number(number))}
              hideTicks
            />
            {points.map((one, i) => (
              <circle key={one.number} className="chart-stop" cx={atX(one)} cy={atY(one)} r={4} {...point(i)} />
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}

/** The first and last version, and some between that leave room for their numbers. */
function ticksOf(points: readonly GrowthPoint[]): number[] {
  const every = Math.max(1, Math.ceil(points.length / 5));
  const last = points.length - 1;
  const hasRoom = (i: number) => i % every === 0 && last - i >= every * 0.75;
  return points.flatMap(({ number }, i) => (hasRoom(i) || i === last ? [number] : []));
}
