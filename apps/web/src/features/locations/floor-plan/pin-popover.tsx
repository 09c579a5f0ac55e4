import type { FloorPlanItem } from '@key2xs/contract';
import { Button, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PlaceLink } from '#ui/place-link';
import type { Spot } from './pin-places';
import { PinShape } from './pin-shape';

type Props = {
  item: FloorPlanItem;
  spot: Spot;
  onTakeOff: (() => void) | undefined;
  onSwap: (() => void) | undefined;
  onClose: () => void;
};

/** What a pin stands for, and where to go on from it. */
export function PinPopover({ item, spot, onTakeOff, onSwap, onClose }: Props) {
  const { t } = useTranslation('locations');
  const { kind, id, name, location_path, state } = item;
  return (
    <Popover
      opened
      onChange={onClose}
      position="top"
      withArrow
      withRoles={false}
      shadow="md"
      trapFocus
      returnFocus
      width={260}
    >
      <Popover.Target>
        <span className="pin-anchor" style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%` }} />
      </Popover.Target>
      <Popover.Dropdown className="pin-card" role="dialog" aria-label={name}>
        <strong>{name}</strong>
        <p className="mute">{location_path}</p>
        <p className="pin-state">
          <PinShape state={state} /> {t(`plan.states.${state}`)}
        </p>
        {kind === 'cylinder' ? (
          <>
            <PlaceLink to="/access/who" search={{ of: 'cylinder', id }}>
              {t('plan.who')}
            </PlaceLink>
            <PlaceLink to="/cylinders" search={{ open: id }}>
              {t('plan.door')}
            </PlaceLink>
          </>
        ) : (
          <>
            <PlaceLink to="/access/who" search={{ of: 'location', id }}>
              {t('plan.who')}
            </PlaceLink>
            <Link to="/keys/locations" search={{ location_id: id }}>
              {t('plan.place')}
            </Link>
            <Link to="/keys/locations" search={{ view: 'plan', location_id: id }}>
              {t('plan.placePlan')}
            </Link>
          </>
        )}
        {onSwap && kind === 'cylinder' && (
          <Button size="compact-sm" variant="default" onClick={onSwap}>
            {t('swap.open')}
          </Button>
        )}
        {onTakeOff && (
          <Button size="compact-sm" variant="default" onClick={onTakeOff}>
            {t('plan.takeOff')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
