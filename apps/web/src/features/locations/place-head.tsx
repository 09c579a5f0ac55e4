import { type LocationNode, locations } from '@key2xs/contract';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { MayCall } from '#components/may-call';
import { locationQuery } from '#data/key-systems/locations';
import { Failure, Loading } from '#ui/page-states';
import { MergeDialog, RemoveDialog } from './edit/leave-dialogs';
import { CreateLocationDrawer, EditLocationDrawer, preparePlaceForm } from './place-forms';
import { SwapHistory } from './swap-history';

type Props = { id: string; places: readonly LocationNode[]; onChoose: (id: string | null) => void; onPlan: () => void };

/** The facts of the selected place, with its actions. */
export function PlaceHead({ id, places, onChoose, onPlan }: Props) {
  const { t } = useTranslation('locations');
  const isPast = useTense() === 'past';
  const [step, setStep] = useState<'edit' | 'add' | 'merge' | 'remove'>();
  const { data: place, error, refetch } = useQuery(locationQuery(id));
  if (!place) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />;
  const { name, path, type, protection_class, owner_name, deputy_name, time_zone, code, notes } = place;
  const above = path.split(' / ').slice(0, -1);
  const facts = [
    isPast && above.join(' / '),
    t(`types.${type}`),
    t('counted.cylinders', { count: place.cylinders }),
    protection_class !== null && t('tree.class', { level: protection_class }),
    owner_name ? t('head.owner', { name: owner_name }) : t('head.noOwner'),
    deputy_name && t('head.deputy', { name: deputy_name }),
    time_zone && t('head.zone', { zone: time_zone }),
    code && t('head.code', { code }),
    place.access_rules > 0 && t('head.rules', { count: place.access_rules }),
  ];
  const known = facts.filter(Boolean).join(' · ');
  const close = () => setStep(undefined);
  const leave = { place, places, onClose: close, onGone: onChoose };
  return (
    <header className="place-head">
      <div className="place-head-words">
        {!isPast && above.length > 0 && <p className="mute">{above.join(' / ')}</p>}
        <h2>{name}</h2>
        <p>{isPast ? t('head.today', { facts: known }) : known}</p>
        {!isPast && notes && <p className="mute place-notes">{notes}</p>}
        {!isPast && <SwapHistory id={id} />}
      </div>
      {type !== 'door' && !isPast && (
        <Button size="compact-md" variant="default" onClick={onPlan}>
          {t('plan.open')}
        </Button>
      )}
      {!isPast && (
        <MayCall of={[locations.update]}>
          <div className="actions">
            <Button
              size="compact-md"
              variant="default"
              onPointerEnter={preparePlaceForm}
              onFocus={preparePlaceForm}
              onClick={() => setStep('edit')}
            >
              {t('word.edit')}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size={30} aria-label={t('head.more', { name })}>
                  <IconDots size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {type !== 'door' && <Menu.Item onClick={() => setStep('add')}>{t('head.addBelow')}</Menu.Item>}
                <Menu.Item onClick={() => setStep('merge')}>{t('head.merge')}</Menu.Item>
                <Menu.Item c="var(--red)" onClick={() => setStep('remove')}>
                  {t('head.remove')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </div>
        </MayCall>
      )}
      <Suspense>
        {step === 'edit' && <EditLocationDrawer place={place} places={places} onClose={close} />}
        {step === 'add' && (
          <CreateLocationDrawer
            places={places}
            parent={places.find((one) => one.id === id)}
            onClose={close}
            onCreated={onChoose}
          />
        )}
      </Suspense>
      {step === 'merge' && <MergeDialog {...leave} />}
      {step === 'remove' && <RemoveDialog {...leave} />}
    </header>
  );
}
