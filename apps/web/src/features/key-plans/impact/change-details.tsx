import type { PlanChange, ProfileContent, RuleContent } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import './change-details.css';

type Props = { changes: readonly PlanChange[] };

/** Rules and access profiles that differ, part by part: what is gone struck through, what is there now in bold. */
export function ChangeDetails({ changes }: Props) {
  const { t } = useTranslation('plan-versions');
  if (changes.length === 0) return <p className="mute">{t('changes.none')}</p>;
  return (
    <ul className="change-details">
      {changes.map((change) => (
        <li key={change.record_id}>
          <p className={`change-name change-${change.change}`}>
            <span aria-hidden="true">{signs[change.change]}</span>{' '}
            {t(`changes.${change.kind}.${change.change}`, { name: change.name })} <Concerned change={change} />
          </p>
          <Parts change={change} />
        </li>
      ))}
    </ul>
  );
}

const signs = { added: '+', changed: '~', removed: '−' } as const;

function Concerned({ change }: { change: PlanChange }) {
  const { t } = useTranslation('plan-versions');
  if (change.kind !== 'rule' || change.gains + change.loses === 0) return null;
  const words = [
    change.gains > 0 && t('changes.gains', { count: change.gains }),
    change.loses > 0 && t('changes.loses', { count: change.loses }),
  ].filter(Boolean);
  return <span className="mute">– {words.join(', ')}</span>;
}

type Part = { label: string; before: readonly string[]; after: readonly string[] };

/** Only the parts that differ; of a profile, how many doors and groups come and go. */
function Parts({ change }: { change: PlanChange }) {
  const { t } = useTranslation('plan-versions');
  const parts = change.kind === 'rule' ? ruleParts(change, t) : profileParts(change, t);
  const shown = parts.filter(({ before, after }) => before.join('\n') !== after.join('\n'));
  if (shown.length === 0) return null;
  return (
    <dl className="change-parts">
      {shown.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Words before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const maxUnchanged = 3;

function Words({ before, after }: Pick<Part, 'before' | 'after'>) {
  const { t } = useTranslation('plan-versions');
  const gone = before.filter((word) => !after.includes(word));
  const come = after.filter((word) => !before.includes(word));
  const kept = after.filter((word) => before.includes(word));
  const hidden = kept.length - maxUnchanged;
  return (
    <>
      {gone.map((word) => (
        <del key={word}>
          <span className="visually-hidden">{t('changes.was')} </span>
          {word}
        </del>
      ))}
      {come.map((word) => (
        <ins key={word}>
          <span className="visually-hidden">{t('changes.is')} </span>
          {word}
        </ins>
      ))}
      {kept.slice(0, maxUnchanged).map((word) => (
        <span key={word}>{word}</span>
      ))}
      {hidden > 0 && <span className="mute">{t('changes.kept', { count: hidden })}</span>}
    </>
  );
}

type T = TFunction<'plan-versions'>;
type Pair<Content> = { before: Content | null; after: Content | null };

function ruleParts({ before, after }: Pair<RuleContent>, t: T): Part[] {
  const of = (label: string, words: (rule: RuleContent) => readonly string[]): Part => ({
    label,
    before: before ? words(before) : [],
    after: after ? words(after) : [],
  });
  return [
    of(t('parts.name'), ({ name }) => (before && after ? [name] : [])),
    of(t('parts.subjects'), ({ subjects }) => subjects.map(({ name }) => name)),
    of(t('parts.match'), ({ subject_match }) => (before && after ? [t(`parts.${subject_match}`)] : [])),
    of(t('parts.objects'), ({ objects }) => objects.map(({ name }) => name || t('parts.gone'))),
    of(t('parts.hours'), ({ time_restrictions }) => [describeWindows(time_restrictions)]),
    of(t('parts.state'), ({ is_active }) => (before && after ? [t(is_active ? 'parts.on' : 'parts.off')] : [])),
    of(t('parts.description'), ({ description }) => (before && after && description ? [description] : [])),
  ];
}

function profileParts({ before, after }: Pair<ProfileContent>, t: T): Part[] {
  const [had, has] = [idsOf(before), idsOf(after)];
  const gone = [...had].filter((id) => !has.has(id)).length;
  const come = [...has].filter((id) => !had.has(id)).length;
  return [
    {
      label: t('parts.name'),
      before: before && after ? [before.name] : [],
      after: before && after ? [after.name] : [],
    },
    {
      label: t('parts.doors'),
      before: gone > 0 ? [t('parts.entries', { count: gone })] : [],
      after: come > 0 ? [t('parts.newEntries', { count: come })] : [],
    },
  ];
}

const idsOf = (profile: ProfileContent | null): Set<string> =>
  new Set([...(profile?.cylinder_ids ?? []), ...(profile?.cylinder_group_ids ?? [])]);
