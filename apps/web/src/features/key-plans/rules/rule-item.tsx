import { type AccessRule, draftEdits, type KeyPlan, type PlanChange } from '@key2xs/contract';
import { Button, Checkbox, Switch } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { formatDate } from '#lib/format';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { useEditing } from '../drafts/editing';
import { MatchedPeople } from './matched-people';
import { placeOfObject, placeOfSubject } from './rule-places';
import { RuleRemoval } from './rule-removal';
import { ruleSentence } from './rule-sentence';
import { RuleWords } from './rule-words';

const WeekPicture = lazy(async () => ({ default: (await import('#components/week/week-picture')).WeekPicture }));

export type RuleChange = Extract<PlanChange, { kind: 'rule' }>;

type Props = {
  rule: AccessRule;
  plan: KeyPlan;
  /** How it differs from what is in force. */
  change: RuleChange | undefined;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onOpen: (kind: 'rule' | 'copy', rule: AccessRule) => void;
  rowProps: ComponentProps<'li'>;
};

/** Shows the rule that the address names, when the list stands. */
const comeIntoView = (item: HTMLLIElement | null) => {
  if (item && location.hash === `#${item.id}`) item.scrollIntoView({ block: 'center' });
};

/** One rule as a sentence, with what the draft changes in it, its current matches, and what can be done to it. */
export function RuleItem(props: Props) {
  const { rule, change, isSelected, onSelect, onOpen, rowProps } = props;
  const { t } = useTranslation(['key-plans', 'rule-editor']);
  const { name, description } = rule;
  const [isDeleting, setIsDeleting] = useState(false);
  const mayEdit = useMay(draftEdits.apply);
  return (
    <li id={`rule-${rule.id}`} ref={comeIntoView} {...rowProps} className="rule-row">
      {mayEdit && (
        <Checkbox
          size="xs"
          aria-label={t('rule-editor:list.select', { name })}
          checked={isSelected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      )}
      <div className="rule-row-words">
        <h3 style={{ overflowWrap: 'anywhere' }}>
          {name} {change && <StatusTag tone="amber" label={t('rules.waits')} />}
        </h3>
        {change?.before && <Before change={change} rule={rule} />}
        <RuleWords rule={rule} places={placesOf(rule)} changedFrom={change?.before ?? undefined} />
        {description && <p>{description}</p>}
        <Facts {...props} />
        {rule.time_restrictions.length > 0 && <Week rule={rule} />}
      </div>
      <div className="actions rule-row-actions">
        <RuleSwitch {...props} isDisabled={!mayEdit} />
        {mayEdit && (
          <>
            <Button
              variant="default"
              onClick={() => onOpen('rule', rule)}
              aria-label={t('rule-editor:list.edit', { name })}
            >
              {t('plan.edit')}
            </Button>
            <Button
              variant="default"
              onClick={() => onOpen('copy', rule)}
              aria-label={t('rule-editor:list.copy', { name })}
            >
              {t('rule-editor:list.copyShort')}
            </Button>
            <Button variant="default" onClick={() => setIsDeleting(true)} aria-label={t('rules.deleteNamed', { name })}>
              {t('rules.delete')}
            </Button>
          </>
        )}
      </div>
      {isDeleting && <RuleRemoval {...props} onClose={() => setIsDeleting(false)} />}
    </li>
  );
}

const placesOf = ({ subjects, objects, keyplan_id }: AccessRule) => ({
  ofSubject: (index: number) => placeOfSubject(subjects[index]),
  ofObject: (index: number) => placeOfObject(objects[index], keyplan_id),
});

/** What is in force, struck through; only what reads otherwise. */
function Before({ change: { before }, rule }: { change: RuleChange; rule: AccessRule }) {
  const { t } = useTranslation(['key-plans', 'rule-editor']);
  if (!before) return null;
  const [was, is] = [ruleSentence(before, t), ruleSentence(rule, t)];
  return (
    <>
      {before.name !== rule.name && (
        <p className="rule-before">
          <span className="visually-hidden">{t('rule-editor:list.before')} </span>
          <del>{before.name}</del>
        </p>
      )}
      {was !== is && (
        <p className="rule-before">
          <span className="visually-hidden">{t('rule-editor:list.before')} </span>
          <del>{was}</del>
        </p>
      )}
    </>
  );
}

/** A rule in force that the draft has no more. */
export function RemovedRule({ change: { name, before } }: { change: RuleChange }) {
  const { t } = useTranslation('key-plans');
  return (
    <li className="rule-row">
      <div className="rule-row-words">
        <h3>
          <del>{name}</del>
        </h3>
        {before && (
          <p className="rule-before">
            <del>{ruleSentence(before, t)}</del>
          </p>
        )}
      </div>
    </li>
  );
}

function Facts({ rule, plan, change }: Props) {
  const { t } = useTranslation('key-plans');
  const { id, is_active, people, updated_at, updated_by } = rule;
  const changed = t('rules.changed', { date: formatDate(updated_at), name: updated_by });
  return (
    <p className="mute">
      {is_active && !change && plan.is_active ? (
        <PlaceLink to="/access/who" search={{ of: 'rule', id }}>
          {t('rules.people', { count: people })}
        </PlaceLink>
      ) : is_active ? (
        <Matches rule={rule} />
      ) : (
        t(change ? 'rules.offInDraft' : 'rules.off')
      )}{' '}
      · {changed}
    </p>
  );
}

/** The hours of a rule as a picture, for who wants to see it. */
function Week({ rule: { time_restrictions } }: { rule: AccessRule }) {
  const { t } = useTranslation('rule-editor');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" size="compact-xs" ml={-6} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t(isOpen ? 'list.hideWeek' : 'list.showWeek')}
      </Button>
      {isOpen && (
        <Suspense>
          <WeekPicture windows={time_restrictions} />
        </Suspense>
      )}
    </>
  );
}

/** Leads to the people where one filter says them all, and otherwise opens who they are. */
function Matches({ rule: { subjects, people } }: { rule: AccessRule }) {
  const { t } = useTranslation('key-plans');
  const [subject, ...others] = subjects;
  const label = t('rules.people', { count: people });
  const place = subject && others.length === 0 && placeOfSubject(subject);
  if (place) return <PlaceLink {...place}>{label}</PlaceLink>;
  return <MatchedPeople label={label} subjects={subjects} />;
}

function RuleSwitch({ rule, isDisabled }: Props & { isDisabled: boolean }) {
  const { t } = useTranslation('key-plans');
  const { switchRule, isPending } = useEditing();
  const toast = useToast();
  const { name, is_active } = rule;
  const run = () =>
    switchRule(rule, t(is_active ? 'rules.toasts.off' : 'rules.toasts.on', { name })).catch((error: Error) =>
      toast.failure(error.message),
    );
  return (
    <Switch
      label={t('rules.on')}
      aria-label={t('rules.switch', { name })}
      checked={is_active}
      disabled={isPending || isDisabled}
      onChange={() => void run()}
    />
  );
}
