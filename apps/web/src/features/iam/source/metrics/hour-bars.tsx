import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { ChartFrame } from '#components/charts/chart-frame';
import { formatDate, formatNumber } from '#lib/format';
import { readerZone } from '#lib/format-choice';
import { dayOf, endOfDay, startOfDay } from '#lib/time/wall-clock';

export type HourBar = { at: string; value: number; failed: number; words: string };

type Props = { label: string; hint: string; bars: readonly HourBar[]; from: string };

const [top, right, bottom, left] = [10, 12, 24, 56];
const height = 200;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** One bar an hour, by the clock: hours without calls stay empty. */
export function HourBars({ label, hint, bars, from }: Props) {
  const times = bars.map(({ at }) => Date.parse(at));
  const [first, last] = [Date.parse(from), Math.max(Date.now(), (times.at(-1) ?? 0) + hourMs)];
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ChartFrame label={label} hint={hint} count={bars.length} height={height} wordsOf={(at) => bars[at]?.words ?? ''}>
      {({ width, point }) => {
        const x = scaleLinear({ domain: [first, last], range: [left, width - right] });
        const y = scaleLinear({ domain: [0, most], range: [height - bottom, top], nice: 4 });
        const wide = Math.max(x(first + hourMs) - x(first) - 1, 1.5);
        const tall = (value: number) => height - bottom - y(value);
        return (
          <>
            <GridRows className="chart-grid" scale={y} left={left} width={width - left - right} numTicks={3} />
            {bars.map(({ at, value, failed }, i) => (
              <g key={at} {...point(i)}>
                <rect
                  className="chart-row-ground"
                  x={x(times[i] ?? 0)}
                  y={top}
                  width={wide}
                  height={height - top - bottom}
                />
                <Bar className="chart-bar" x={x(times[i] ?? 0)} y={y(value)} width={wide} height={tall(value)} />
                <Bar
                  className="chart-bar-failed"
                  x={x(times[i] ?? 0)}
                  y={y(failed)}
                  width={wide}
                  height={tall(failed)}
                />
              </g>
            ))}
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
              tickValues={midnights(first, last, Math.ceil(140 / (x(first + dayMs) - x(first))))}
              tickFormat={(value) => formatDate(new Date(Number(value)).toISOString())}
              hideTicks
            />
          </>
        );
      }}
    </ChartFrame>
  );
}

/** Every few days, at the reader's midnight. */
function midnights(first: number, last: number, days: number): number[] {
  const zone = readerZone();
  const found: number[] = [];
  let midnight = endOfDay(dayOf(new Date(first).toISOString(), zone), zone);
  for (; midnight && Date.parse(midnight) < last; midnight = daysAfter(midnight, days, zone)) {
    found.push(Date.parse(midnight));
  }
  return found;
}

/** Midnight some days later; noon in between, as a day may have 23 or 25 hours. */
const daysAfter = (midnight: string, days: number, zone: string): string | null =>
  startOfDay(dayOf(new Date(Date.parse(midnight) + days * dayMs + dayMs / 2).toISOString(), zone), zone);
