import {
  cylinderSwaps,
  type FloorPlan,
  type FloorPlanItem,
  floorPlans,
  type LocationNode,
  type PinState,
  pinStates,
} from '@key2xs/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsaved } from '#components/use-unsaved';
import { useMay } from '#data/auth';
import { floorPlanQuery, useSavePins } from '#data/key-systems/locations';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import type { View } from '../shown-view';
import { type Draft, pinsOf, type Spot, spotOf, withSpot } from './pin-places';
import { PinShape } from './pin-shape';
import { RemovePlanDialog, UploadDrawer } from './plan-dialogs';
import { PlanOthers } from './plan-others';
import { type Pinned, PlanStage } from './plan-stage';
import { SwapDialog } from './swap-dialog';
import './floor-plan.css';

type Go = (view: View, id?: string | null) => void;
type Props = { id: string; places: readonly LocationNode[]; go: Go };

/** The floor plan of a place: seen by all who see the place, changed by those who edit places. */
export function FloorPlanPanel({ id, places, go }: Props) {
  const { t } = useTranslation('locations');
  const { data: plan, error, refetch } = useQuery(floorPlanQuery(id));
  const name = places.find((one) => one.id === id)?.name ?? '';
  return (
    <Panel>
      <button type="button" className="page-back place-back" onClick={() => go('tree', id)}>
        <IconArrowLeft size={15} aria-hidden />
        {t('plan.back')}
      </button>
      {!plan && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('plan.loading')} />)}
      {plan && <Plan plan={plan} name={name} />}
    </Panel>
  );
}

const none: Draft = new Map();

function Plan({ plan, name }: { plan: FloorPlan; name: string }) {
  const { t } = useTranslation('locations');
  const toast = useToast();
  const mayEdit = useMay(floorPlans.savePins);
  const maySwap = useMay(cylinderSwaps.swap);
  const send = useSavePins();
  const [step, setStep] = useState<'upload' | 'remove'>();
  const [isEditing, setIsEditing] = useState(false);
  const [draft, setDraft] = useState(none);
  const [hidden, setHidden] = useState<ReadonlySet<PinState>>(new Set());
  const [toPut, setToPut] = useState<FloorPlanItem>();
  const [toSwap, setToSwap] = useState<FloorPlanItem>();
  const [focused, setFocused] = useState<string>();
  const { setIsDirty, question } = useUnsaved(() => undefined);
  const { picture, items } = plan;
  const isDirty = draft.size > 0;
  useEffect(() => setIsDirty(isDirty), [isDirty, setIsDirty]);
  useEffect(() => {
    if (!toPut) return;
    const cancel = ({ key }: globalThis.KeyboardEvent) => key === 'Escape' && setToPut(undefined);
    window.addEventListener('keydown', cancel);
    return () => window.removeEventListener('keydown', cancel);
  }, [toPut]);

  const setSpot = useCallback((item: FloorPlanItem, spot: Spot | null) => {
    setDraft((before) => withSpot(before, item, spot));
    setToPut(undefined);
  }, []);
  const choose = (item: FloorPlanItem, by: 'pointer' | 'key') => {
    if (by === 'pointer') return setToPut(item.id === toPut?.id ? undefined : item);
    setSpot(item, { x: 0.5, y: 0.5 });
    setFocused(item.id);
  };
  const stop = () => {
    setDraft(none);
    setIsEditing(false);
    setToPut(undefined);
    send.reset();
  };
  const save = () =>
    send.mutate(
      { id: plan.location_id, version: plan.version, pins: pinsOf(items, draft) },
      {
        onSuccess: () => {
          toast.success(t('plan.saved'));
          stop();
        },
      },
    );
  const pins = items.flatMap((item): Pinned[] => {
    const spot = spotOf(item, draft);
    return spot ? [{ item, spot }] : [];
  });
  const others = items.filter((item) => spotOf(item, draft) === null);
  const close = () => setStep(undefined);
  return (
    <div className="floor-plan">
      <header className="place-head">
        <h2 className="place-head-words">{t('plan.title', { name })}</h2>
        <div className="actions">
          {picture && mayEdit && !isEditing && (
            <Button size="compact-md" onClick={() => setIsEditing(true)}>
              {t('plan.edit')}
            </Button>
          )}
          {isEditing && (
            <>
              {isDirty && <span className="mute">{t('plan.unsaved', { count: draft.size })}</span>}
              <Button size="compact-md" disabled={!isDirty} loading={send.isPending} onClick={save}>
                {t('plan.save')}
              </Button>
              <Button size="compact-md" variant="default" onClick={stop}>
                {isDirty ? t('plan.discard') : t('word.close')}
              </Button>
            </>
          )}
          {picture && !isEditing && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size={30} aria-label={t('plan.more')}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => window.print()}>{t('plan.print')}</Menu.Item>
                {mayEdit && <Menu.Item onClick={() => setStep('upload')}>{t('plan.replace')}</Menu.Item>}
                {mayEdit && (
                  <Menu.Item c="var(--red)" onClick={() => setStep('remove')}>
                    {t('plan.remove')}
                  </Menu.Item>
                )}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      </header>
      {send.error && <Notice tone="red" title={send.error.message} />}
      {!picture && (
        <Empty
          title={t('plan.none')}
          hint={mayEdit ? t('plan.noneHint') : t('plan.noneToSee')}
          action={mayEdit && <Button onClick={() => setStep('upload')}>{t('plan.upload')}</Button>}
        />
      )}
      {picture && (
        <>
          <Legend pins={pins} hidden={hidden} onHidden={setHidden} />
          {isEditing && (
            <p className="mute plan-hint">{toPut ? t('plan.put', { name: toPut.name }) : t('plan.keys')}</p>
          )}
          <div className="plan-body" data-editing={isEditing || undefined}>
            <PlanStage
              id={plan.location_id}
              name={name}
              picture={picture}
              pins={pins.filter(({ item }) => !hidden.has(item.state))}
              isMovable={isEditing}
              toPut={toPut}
              focused={focused}
              onSpot={setSpot}
              onSwap={maySwap && !isEditing ? setToSwap : undefined}
            />
            {isEditing && (
              <PlanOthers
                items={others}
                unlisted={plan.items_total - items.length}
                chosen={toPut?.id}
                onChoose={choose}
              />
            )}
          </div>
        </>
      )}
      {step === 'upload' && <UploadDrawer plan={plan} name={name} onClose={close} />}
      {step === 'remove' && <RemovePlanDialog plan={plan} name={name} onClose={close} />}
      {toSwap && <SwapDialog item={toSwap} onClose={() => setToSwap(undefined)} />}
      {question}
    </div>
  );
}

type LegendProps = {
  pins: readonly Pinned[];
  hidden: ReadonlySet<PinState>;
  onHidden: (hidden: ReadonlySet<PinState>) => void;
};

/** What forms and colours mean; each state can be left out. */
function Legend({ pins, hidden, onHidden }: LegendProps) {
  const { t } = useTranslation('locations');
  const toggle = (state: PinState) => {
    const next = new Set(hidden);
    if (!next.delete(state)) next.add(state);
    onHidden(next);
  };
  return (
    <fieldset className="plan-legend" aria-label={t('plan.legend')}>
      {pinStates.map((state) => (
        <button key={state} type="button" aria-pressed={!hidden.has(state)} onClick={() => toggle(state)}>
          <PinShape state={state} />
          {t('plan.stateCount', {
            name: t(`plan.states.${state}`),
            count: pins.filter(({ item }) => item.state === state).length,
          })}
        </button>
      ))}
    </fieldset>
  );
}
