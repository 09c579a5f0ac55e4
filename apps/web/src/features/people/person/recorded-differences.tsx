import type { AccessEvaluation } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { differencesOf } from './differences';

const maxShown = 20;

type Door = { cylinder_id: string; marking: string; name: string; location: string };

/** Doors where recorded access differs from the plans; hidden without any. */
export function RecordedDifferences({ id, evaluation }: { id: string; evaluation: AccessEvaluation }) {
  const { t } = useTranslation('people');
  const { unrecorded, beyond } = differencesOf(evaluation);
  if (unrecorded.length + beyond.length === 0) return null;
  return (
    <div id="differs">
      <Panel title={t('differs.title')} padded>
        {beyond.length > 0 && (
          <>
            <Notice tone="amber" title={t('differs.beyond', { count: beyond.length })}>
              {t('differs.beyondText')}
            </Notice>
            <Doors doors={beyond} />
          </>
        )}
        {unrecorded.length > 0 && (
          <p>
            <Link activeProps={{}} to="/people/$id" params={{ id }} search={{ recorded: 'no' }} hash="doors">
              {t('differs.unrecorded', { count: unrecorded.length })}
            </Link>{' '}
            {t('differs.unrecordedText')}
          </p>
        )}
      </Panel>
    </div>
  );
}

function Doors({ doors }: { doors: readonly Door[] }) {
  const { t } = useTranslation('people');
  const more = doors.length - maxShown;
  return (
    <ul className="lines">
      {doors.slice(0, maxShown).map(({ cylinder_id, marking, name, location }) => (
        <li key={cylinder_id}>
          <PlaceLink to="/cylinders" search={{ open: cylinder_id }}>
            <Mono>{marking}</Mono>
          </PlaceLink>{' '}
          {[name, location].filter(Boolean).join(' · ')}
        </li>
      ))}
      {more > 0 && <li className="mute">{t('differs.more', { count: more })}</li>}
    </ul>
  );
}
