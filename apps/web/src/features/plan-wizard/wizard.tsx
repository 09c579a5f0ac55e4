import { type PlanWizard, type PlanWizardStep, planWizardSteps } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StepFrame } from '#components/wizard/step-frame';
import { useStepTransition } from '#components/wizard/use-step-transition';
import { Page } from '#ui/page';
import { StepList } from '#ui/steps/step-list';
import { useUrlState } from '#ui/table/url-state';
import { DiscardDialog } from './discard-dialog';
import { DraftNotice } from './draft-notice';
import { OutdatedNotice } from './outdated-notice';
import { planWizardSearch } from './plan-wizard-search';
import { SavingWords } from './saving-words';
import { isNeeded, type Missing, missingOf } from './state/missing';
import { useDraft } from './state/use-draft';
import { useSaving } from './state/use-saving';
import { BasicsStep } from './steps/basics-step';
import { CheckStep } from './steps/check-step';
import { PlacesStep } from './steps/places-step';
import { ProfilesStep } from './steps/profiles-step';
import { ReviewStep } from './steps/review-step';
import { RulesStep } from './steps/rules-step';
import type { StepProps } from './steps/step-props';
import { TimeStep } from './steps/time-step';
import { WhoStep } from './steps/who-step';

const steps = {
  basics: BasicsStep,
  places: PlacesStep,
  who: WhoStep,
  rules: RulesStep,
  time: TimeStep,
  profiles: ProfilesStep,
  check: CheckStep,
  review: ReviewStep,
} as const satisfies Record<PlanWizardStep, (props: StepProps) => unknown>;

type Props = { loaded: PlanWizard; onReload: () => Promise<PlanWizard | undefined> };

/** One wizard, at the step of the address. Loaded anew when another window's choices are taken. */
export function Wizard({ loaded, onReload }: Props) {
  const [begun, setBegun] = useState({ times: 0, from: loaded });
  const reload = async () => {
    const from = await onReload();
    if (from) setBegun(({ times }) => ({ times: times + 1, from }));
  };
  return <Loaded key={begun.times} from={begun.from} loaded={loaded} onReload={reload} onLook={onReload} />;
}

/** `from`: as it was when this began. */
type LoadedProps = {
  from: PlanWizard;
  loaded: PlanWizard;
  onReload: () => Promise<void>;
  onLook: Props['onReload'];
};

function Loaded({ from, loaded, onReload, onLook }: LoadedProps) {
  const { t } = useTranslation('plan-wizard');
  const navigate = useNavigate();
  const [{ step = loaded.step }] = useUrlState(planWizardSearch);
  const kept = useSaving(from);
  const { content, saving, change } = kept;
  const draft = useDraft({ loaded, step, kept });
  const [isDropping, setIsDropping] = useState(false);
  const [asked, setAsked] = useState<PlanWizardStep>();
  const { shown, isLeaving, hasMoved } = useStepTransition(useMemo(() => ({ step }), [step]));
  const at = planWizardSteps.indexOf(shown.step);
  const goTo = (to: PlanWizardStep) => {
    kept.moveTo(to);
    void navigate({ to: '/keyplan/wizard', search: { wizard: loaded.id, step: to }, resetScroll: false });
  };
  const missing = missingOf(content, shown.step);
  const errorOf = (what: Missing) =>
    asked === shown.step && missing.includes(what) ? t('missing.still', { what: t(`missing.${what}`) }) : undefined;
  const proceed = (to: PlanWizardStep) => {
    const first = missing.find(isNeeded);
    if (first === undefined) return goTo(to);
    setAsked(shown.step);
    focusOn(first);
  };
  const keepMine = async () => {
    const theirs = await onLook();
    if (theirs) await kept.keepMine(theirs.version);
  };
  const listed = planWizardSteps.map((key) => {
    const count = missingOf(content, key).length;
    const lacks = count > 0 ? t('steps.missing', { count }) : undefined;
    return { key, name: t(`steps.${key}`), missing: lacks, onOpen: () => goTo(key) };
  });
  const name = content.name.trim() || t('unnamed');
  const Step = steps[shown.step];
  const before = planWizardSteps[at - 1];
  const next = planWizardSteps[at + 1];
  return (
    <div className="plan-wizard">
      <Page
        title={name}
        subtitle={<SavingWords saving={saving} />}
        back={{ to: '/keyplan/wizard', label: t('back') }}
        actions={
          <Button variant="default" onClick={() => setIsDropping(true)}>
            {t('word.discard')}
          </Button>
        }
      >
        <StepList steps={listed} current={shown.step} />
        {saving.is === 'outdated' && (
          <OutdatedNotice message={saving.message} onLoad={() => void onReload()} onKeep={() => void keepMine()} />
        )}
        <DraftNotice draft={draft} plan={loaded.plan} gone={loaded.gone} onBasics={() => goTo('basics')} />
        <StepFrame key={shown.step} title={t(`titles.${shown.step}`)} isLeaving={isLeaving} isArrival={hasMoved}>
          <p className="mute plan-wizard-hint">{t(`hints.${shown.step}`)}</p>
          <Step content={content} change={change} wizard={loaded} draft={draft} goTo={goTo} errorOf={errorOf} />
          <div className="setup-foot">
            {before && (
              <Button
                variant="default"
                className="setup-foot-first"
                leftSection={<IconArrowLeft size={16} aria-hidden />}
                onClick={() => goTo(before)}
              >
                {t('word.back')}
              </Button>
            )}
            <StillMissing missing={missing} />
            {next && (
              <Button rightSection={<IconArrowRight size={16} aria-hidden />} onClick={() => proceed(next)}>
                {t('next', { step: t(`steps.${next}`) })}
              </Button>
            )}
          </div>
        </StepFrame>
      </Page>
      {isDropping && (
        <DiscardDialog
          id={loaded.id}
          name={name}
          onClose={() => setIsDropping(false)}
          onDone={() => void navigate({ to: '/keyplan/wizard', search: {}, replace: true })}
        />
      )}
    </div>
  );
}

/** Puts the focus on the field that would fill what is missing. */
function focusOn(what: Missing): void {
  const place = document.querySelector<HTMLElement>(`[data-wants="${what}"]`);
  const isField = place?.matches('input, textarea, button, summary');
  (isField ? place : place?.querySelector<HTMLElement>('input, button, a'))?.focus();
}

function StillMissing({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation('plan-wizard');
  return (
    <p className="plan-wizard-missing" role="status">
      {missing.length > 0 && t('missing.still', { what: missing.map((what) => t(`missing.${what}`)).join('; ') })}
    </p>
  );
}
