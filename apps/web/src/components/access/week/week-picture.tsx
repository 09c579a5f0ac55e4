import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewportWidth } from '#ui/viewport-width';
import { useTense } from '../moment-picker';
import { WeekByDay } from './week-by-day';
import { WeekGrid } from './week-grid';
import type { WeekProps } from './week-line';
import { WeekTable } from './week-table';
import './week.css';

const phonePx = 768;

/**
 * Reasons as lines, Monday to Sunday as columns, bars for open hours; day by day on a phone. Also available as a
 * table.
 */
export function WeekPicture({ foot, ...week }: WeekProps & { foot?: ReactNode }) {
  const { t } = useTranslation('access');
  const tense = useTense();
  const [isTable, setIsTable] = useState(false);
  const isPhone = useViewportWidth() < phonePx;
  const hasEnding = week.lines.some(({ tone }) => tone === 'ends');
  const Shown = isTable ? WeekTable : isPhone ? WeekByDay : WeekGrid;
  return (
    <div>
      <Shown {...week} />
      <div className="week-foot">
        {!isTable && (
          <>
            <span className="week-key">{t(tense === 'past' ? 'week.openPast' : 'week.open')}</span>
            {hasEnding && <span className="week-key week-key-ends">{t('week.ends')}</span>}
            {!isPhone && (
              <span className="week-key week-key-now">{t(tense === 'now' ? 'week.now' : 'week.chosen')}</span>
            )}
          </>
        )}
        {foot}
        <Button size="compact-sm" variant="subtle" onClick={() => setIsTable(!isTable)}>
          {t(isTable ? 'week.asPicture' : 'week.asTable')}
        </Button>
      </div>
    </div>
  );
}
