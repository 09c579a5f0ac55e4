import { nameOfRow, type ProposedPlan, planOfChoices } from '@key2xs/domain';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { comparisonQuery } from '#data/plans/plan-versions';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Change, type Content, objectKey, rename } from '../state/choices';
import { type DoorChoice, useDoors } from '../state/use-doors';
import type { StepProps } from './step-props';
import { WithDraft } from './with-draft';
import './memory.css';

/** The rules and profiles that come of the choices, by names of one's own, and how long the lists on keys get. */
export function ProfilesStep(props: StepProps) {
  const { t } = useTranslation('plan-wizard');
  const { content, change } = props;
  const plan = planOfChoices(content);
  return (
    <div className="plan-wizard-stack">
      <Profiles plan={plan} content={content} change={change} />
      <Panel title={t('profiles.rules', { count: plan.rules.length })}>
        <p className="mute plan-wizard-inset">{t('profiles.rulesHint')}</p>
        <ul className="plan-wizard-uses">
          {plan.rules.map((rule) => (
            <NamedItem key={rule.key} id={rule.key} name={rule.name} content={content} change={change}>
              {t('profiles.rule', {
                who: rule.rows.map(nameOfRow).join(', '),
                what: [...(rule.profile ? [rule.profile.name] : []), ...rule.columns.map(({ name }) => name)].join(
                  ', ',
                ),
                when: rule.time?.name ?? t('rules.always'),
              })}
            </NamedItem>
          ))}
        </ul>
        {plan.rules.length === 0 && <p className="mute plan-wizard-inset">{t('profiles.noRules')}</p>}
      </Panel>
      <WithDraft {...props}>{(planId) => <Memory planId={planId} content={content} />}</WithDraft>
    </div>
  );
}

function Profiles({ plan, content, change }: { plan: ProposedPlan; content: Content; change: Change }) {
  const { t } = useTranslation('plan-wizard');
  return (
    <Panel title={t('profiles.title', { count: plan.profiles.length })}>
      <p className="mute plan-wizard-inset">{t(plan.profiles.length > 0 ? 'profiles.hint' : 'profiles.none')}</p>
      <ul className="plan-wizard-uses">
        {plan.profiles.map(({ key, name, columns, rows }) => (
          <NamedItem key={key} id={key} name={name} content={content} change={change}>
            {t('profiles.profile', {
              what: columns.map((column) => column.name).join(', '),
              who: rows.map(nameOfRow).join(', '),
            })}
          </NamedItem>
        ))}
      </ul>
    </Panel>
  );
}

type NamedItemProps = { id: string; name: string; content: Content; change: Change; children: string };

function NamedItem({ id, name, content, change, children }: NamedItemProps) {
  const { t } = useTranslation('plan-wizard');
  const own = content.names.find(({ key }) => key === id)?.name ?? '';
  return (
    <li>
      <TextInput
        aria-label={t('profiles.name', { name })}
        placeholder={name}
        value={own}
        maxLength={100}
        onChange={({ currentTarget: { value } }) => change((before) => rename(before, id, value))}
      />
      <span className="mute">{children}</span>
    </li>
  );
}

/** Entries on the longest list of a key, and which rows make them. */
function Memory({ planId, content }: { planId: string; content: Content }) {
  const { t } = useTranslation('plan-wizard');
  const { data, error, refetch } = useQuery(comparisonQuery(planId));
  const choices = useDoors(content);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('profiles.measuring')} />;
  const longest = data.effect.longest_key_list.after;
  const rows = content.rows
    .map((row) => ({ row, entries: entriesOf(content, row.id, choices) }))
    .filter(({ entries }) => entries > 0)
    .sort((a, b) => b.entries - a.entries)
    .slice(0, maxBars);
  const most = Math.max(1, ...rows.map(({ entries }) => entries));
  const hasPlaces = content.columns.some(
    (column) => column.object_type === 'location' && (choices.get(objectKey(column))?.doors ?? 0) > manyDoors,
  );
  return (
    <Panel title={t('profiles.memory')} padded>
      <p>
        <strong className="plan-wizard-figure">{t('profiles.longest', { count: longest })}</strong>{' '}
        <span className="mute">{t('profiles.memoryHint')}</span>
      </p>
      <ul className="plan-wizard-bars">
        {rows.map(({ row, entries }) => (
          <li key={row.id}>
            <span>{nameOfRow(row)}</span>
            <span className="plan-wizard-bar" style={{ inlineSize: `${(entries / most) * 100}%` }} aria-hidden />
            <span>{t('profiles.longest', { count: entries })}</span>
          </li>
        ))}
      </ul>
      {hasPlaces && <p className="mute">{t('profiles.advice')}</p>}
    </Panel>
  );
}

const maxBars = 6;
const manyDoors = 20;

/** A group is one entry, a place one for each of its doors. Places inside each other count twice: it is what a row asks for. */
const entriesOf = ({ grants, columns }: Content, row: string, choices: ReadonlyMap<string, DoorChoice>): number =>
  columns
    .filter(({ id }) => grants.some((grant) => grant.row === row && grant.column === id))
    .reduce((sum, one) => sum + (one.object_type === 'location' ? (choices.get(objectKey(one))?.doors ?? 0) : 1), 0);
