import type { PlanChoice } from '@key2xs/contract';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { GridRows } from '@visx/grid';
import { scaleLinear } from '@visx/scale';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '#components/charts/chart-frame';
import { formatNumber } from '#lib/format';
import { type Height, heightOf } from './choice-height';

const [top, right, bottom, left] = [14, 24, 40, 60];

type Props = { choices: readonly PlanChoice[]; height: Height; wordsOf: (choice: PlanChoice) => string };

/** Profiles to the right, what is new or has to be changed upwards; the plan of this run is filled. */
export function ChoicesPicture({ choices, height: shown, wordsOf }: Props) {
  const { t } = useTranslation('generator');
  const mostProfiles = Math.max(1, ...choices.map(({ profiles }) => profiles));
  const highest = Math.max(1, ...choices.map((choice) => heightOf(choice, shown)));
  return (
    <ChartFrame
      label={t('choices.title')}
      hint={t('choices.hint')}
      count={choices.length}
      height={260}
      wordsOf={(at) => (choices[at] ? wordsOf(choices[at]) : '')}
    >
      {({ width, height, point }) => {
        const x = scaleLinear({ domain: [0, mostProfiles], range: [left, width - right], nice: 5 });
        const y = scaleLinear({ domain: [0, highest], range: [height - bottom, top], nice: 4 });
        return (
          <>
            <GridRows className="chart-grid" scale={y} left={left} width={width - left - right} numTicks={4} />
            <AxisLeft
              axisClassName="chart-axis"
              scale={y}
              left={left}
              numTicks={4}
              hideAxisLine
              hideTicks
              tickFormat={whole}
            />
            <AxisBottom
              axisClassName="chart-axis"
              scale={x}
              top={height - bottom}
              numTicks={Math.min(6, mostProfiles)}
              tickFormat={whole}
              hideTicks
            />
            <text className="chart-name" x={(left + width - right) / 2} y={height - 4} textAnchor="middle">
              {t('choices.x')}
            </text>
            {choices.map((choice, i) => (
              <circle
                key={choice.id}
                className={choice.is_present ? 'chart-dot' : 'chart-stop'}
                cx={x(choice.profiles)}
                cy={y(heightOf(choice, shown))}
                r={choice.is_present ? 8 : 6}
                {...point(i)}
              />
            ))}
          </>
        );
      }}
    </ChartFrame>
  );
}

const whole = (value: { valueOf(): number }) =>
  Number.isInteger(value.valueOf()) ? formatNumber(value.valueOf()) : '';
