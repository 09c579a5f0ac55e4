import type { KeySystemStanding, Overview } from '@key2xs/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStandingWords } from '#components/standing/use-standing-words';
import { timeInWords } from '#lib/time/time-in-words';
import { ScreenReaderText, StandingCard } from './standing-card';

type Props = { overview: Overview };

export function RecordedCard({ overview }: Props) {
  const { t } = useTranslation('dashboard');
  const words = useStandingWords();
  const { recorded } = overview;
  const { state, key_systems: all, changed_there, waiting_for_operator: waiting } = recorded;
  const label = t('standing.recorded.label');
  if (state === null) {
    const add = <Link to="/add-key-system">{t('standing.recorded.add')}</Link>;
    return <StandingCard label={label} value={t('standing.recorded.none')} lines={[add]} />;
  }
  const people_other_hours = all.reduce((sum, system) => sum + system.people_other_hours, 0);
  const { short, toDo } = words({ ...recorded, state, people_other_hours });
  return (
    <StandingCard
      label={label}
      value={
        <>
          <Link to="/connection-manager">{short}</Link>
          {state === 'equal' && <IconCircleCheck size={22} stroke={1.7} color="var(--green)" aria-hidden />}
        </>
      }
      {...(state === 'behind' && { tone: 'amber' })}
      lines={[
        toDo,
        <AsRead key="read" systems={all} />,
        changed_there > 0 && (
          <Link key="drift" to="/drift">
            {t('standing.recorded.changedThere', { count: changed_there })}
          </Link>
        ),
        waiting > 0 && (
          <Link key="work" to="/work-list">
            {t('standing.recorded.operator', { count: waiting })}
          </Link>
        ),
      ]}
    />
  );
}

function AsRead({ systems }: { systems: readonly KeySystemStanding[] }): ReactNode {
  const { t } = useTranslation('dashboard');
  const [oldest] = systems.flatMap(({ read_at }) => read_at ?? []).sort();
  if (oldest === undefined) return null;
  const [only] = systems;
  const words =
    systems.length === 1 && only
      ? t('standing.people.source', { name: only.name, when: timeInWords(oldest, { isInside: true }) })
      : t('standing.recorded.asReadAll', { count: systems.length, when: timeInWords(oldest, { isInside: true }) });
  return <Link to="/key-systems">{words}</Link>;
}

export function OnKeysCard({ overview: { on_keys } }: Props) {
  const { t } = useTranslation('dashboard');
  const { keys, up_to_date: known, waiting, unknown, open_jobs, exposure } = on_keys;
  const label = t('standing.onKeys.label');
  const jobs = open_jobs > 0 && t('standing.onKeys.jobs', { count: open_jobs });
  const exposed = <Exposure key="exposure" exposure={exposure} />;
  if (keys === 0) {
    return (
      <StandingCard
        label={label}
        value={exposure.read_at ? '0' : t('standing.onKeys.unknown')}
        lines={[t('standing.onKeys.noKeys'), exposed, jobs]}
      />
    );
  }
  return (
    <StandingCard
      label={label}
      value={
        <Link to="/cylinders" search={{ tab: 'keys', holder: 'ours' }}>
          {t('standing.onKeys.value', { known, keys })}
          <ScreenReaderText>{t('standing.onKeys.what')}</ScreenReaderText>
        </Link>
      }
      what={t('standing.onKeys.what')}
      lines={[
        exposed,
        waiting > 0 && t('standing.onKeys.waiting', { count: waiting }),
        unknown > 0 && t('standing.onKeys.unknown', { count: unknown }),
        jobs,
      ]}
    />
  );
}

/** Withdrawn rights that may still open a door, and of how many keys that is not known. */
function Exposure({ exposure }: { exposure: Props['overview']['on_keys']['exposure'] }) {
  const { t } = useTranslation('dashboard');
  const { rights, unknown_keys, known_keys } = exposure;
  if (known_keys + unknown_keys + rights === 0) return null;
  return (
    <>
      <Link to="/keys/exposure">
        {rights > 0 ? t('standing.onKeys.exposed', { count: rights }) : t('standing.onKeys.noneExposed')}
      </Link>
      {unknown_keys > 0 && <> · {t('standing.onKeys.notHeld', { count: unknown_keys })}</>}
    </>
  );
}
