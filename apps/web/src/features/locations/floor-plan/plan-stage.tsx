import type { FloorPlan, FloorPlanItem } from '@key2xs/contract';
import { ActionIcon } from '@mantine/core';
import { IconArrowsMinimize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { floorPlanPictureQuery } from '#data/key-systems/locations';
import { Failure, Loading } from '#ui/page-states';
import { onPlan, type Spot } from './pin-places';
import { PinPopover } from './pin-popover';
import { PlanPin } from './plan-pin';
import { useView } from './use-view';

export type Pinned = { item: FloorPlanItem; spot: Spot };

type Props = {
  id: string;
  name: string;
  picture: NonNullable<FloorPlan['picture']>;
  pins: readonly Pinned[];
  isMovable: boolean;
  /** Waits for a click on the plan. */
  toPut: FloorPlanItem | undefined;
  /** Gets the focus once it is on the plan. */
  focused: string | undefined;
  onSpot: (item: FloorPlanItem, spot: Spot | null) => void;
  onSwap: ((item: FloorPlanItem) => void) | undefined;
};

/** The picture with its pins: moved, enlarged, and clicked on. */
export function PlanStage({ id, name, picture, pins, isMovable, toPut, focused, onSpot, onSwap }: Props) {
  const { t } = useTranslation('locations');
  const frame = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const view = useView(frame, layer);
  const [open, setOpen] = useState<string>();
  const [said, setSaid] = useState('');
  const pressed = useRef({ x: 0, y: 0 });
  const { width, height, tag } = picture;

  useEffect(() => {
    if (focused) layer.current?.querySelector<HTMLElement>(`[data-pin="${focused}"]`)?.focus();
  }, [focused]);

  const put = ({ clientX, clientY }: MouseEvent) => {
    const box = layer.current?.getBoundingClientRect();
    const wasPanned = Math.hypot(clientX - pressed.current.x, clientY - pressed.current.y) > 5;
    if (!toPut || !box || wasPanned) return;
    onSpot(toPut, onPlan({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height }));
  };
  const say = useCallback(
    (what: 'moved' | 'placed' | 'undone', item: FloorPlanItem, { x, y }: Spot) => {
      const shares = { x: Math.round(x * 100), y: Math.round(y * 100) };
      setSaid(t(`plan.${what}`, { name: item.name, ...shares }));
    },
    [t],
  );
  const openCard = useCallback((item: FloorPlanItem) => setOpen(item.id), []);
  const shown = pins.find(({ item }) => item.id === open);
  return (
    <div className="plan-stage">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list places by key, see there */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pins and buttons are what keys reach */}
      <div
        ref={frame}
        className="plan-frame"
        data-whole={view.isWhole || undefined}
        data-put={toPut !== undefined || undefined}
        style={{ aspectRatio: `${width} / ${height}`, '--ratio': width / height } as CSSProperties}
        {...view.handlers}
        onPointerDownCapture={({ clientX, clientY }) => {
          pressed.current = { x: clientX, y: clientY };
        }}
        onClick={put}
      >
        <div ref={layer} className="plan-layer">
          <PlanPicture id={id} tag={tag} label={t('plan.picture', { name, count: pins.length })} />
          {pins.map(({ item, spot }) => (
            <PlanPin
              key={item.id}
              item={item}
              x={spot.x}
              y={spot.y}
              isMovable={isMovable}
              layer={layer}
              onMove={onSpot}
              onOpen={openCard}
              onSay={say}
            />
          ))}
          {shown && (
            <PinPopover
              key={shown.item.id}
              {...shown}
              onTakeOff={
                isMovable
                  ? () => {
                      setOpen(undefined);
                      onSpot(shown.item, null);
                    }
                  : undefined
              }
              onSwap={
                onSwap
                  ? () => {
                      setOpen(undefined);
                      onSwap(shown.item);
                    }
                  : undefined
              }
              onClose={() => setOpen(undefined)}
            />
          )}
        </div>
      </div>
      <div className="plan-zoom">
        <ActionIcon variant="default" aria-label={t('plan.zoomIn')} disabled={view.isLargest} onClick={view.zoomIn}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('plan.zoomOut')} disabled={view.isWhole} onClick={view.zoomOut}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('plan.fit')} disabled={view.isWhole} onClick={view.fit}>
          <IconArrowsMinimize size={16} aria-hidden />
        </ActionIcon>
      </div>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

/** On a canvas, because it comes with the session's token and not by an address. */
function PlanPicture({ id, tag, label }: { id: string; tag: string; label: string }) {
  const { t } = useTranslation('locations');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data: bitmap, error, refetch } = useQuery(floorPlanPictureQuery(id, tag));
  useEffect(() => {
    if (!canvas.current || !bitmap) return;
    canvas.current.width = bitmap.width;
    canvas.current.height = bitmap.height;
    canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  if (!bitmap) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('plan.reading')} />;
  return <canvas ref={canvas} className="plan-picture" role="img" aria-label={label} />;
}
