import type { FloorPlanItem } from '@key2xs/contract';
import { type KeyboardEvent, memo, type PointerEvent, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { movedByKey, onPlan, type Spot } from './pin-places';
import { PinShape } from './pin-shape';

type Props = {
  item: FloorPlanItem;
  x: number;
  y: number;
  isMovable: boolean;
  layer: RefObject<HTMLDivElement | null>;
  onMove: (item: FloorPlanItem, spot: Spot) => void;
  onOpen: (item: FloorPlanItem) => void;
  /** Says aloud what a key has done. */
  onSay: (what: 'moved' | 'placed' | 'undone', item: FloorPlanItem, spot: Spot) => void;
};

type Drag = { fromX: number; fromY: number; to: Spot | undefined };

/** So far a finger trembles without moving a pin. */
const slackPx = 4;
const percent = (share: number) => `${share * 100}%`;

/** One pin. While it is dragged, only its own style changes; the rest learns where it ended. */
export const PlanPin = memo(function PlanPin({ item, x, y, isMovable, layer, onMove, onOpen, onSay }: Props) {
  const { t } = useTranslation('locations');
  const drag = useRef<Drag>(undefined);
  const wasDragged = useRef(false);
  /** Where it was before the arrow keys moved it. */
  const before = useRef<Spot>(undefined);
  const pin = useRef<HTMLButtonElement>(null);

  const show = (spot: Spot) => {
    if (!pin.current) return;
    pin.current.style.left = percent(spot.x);
    pin.current.style.top = percent(spot.y);
  };
  const cancel = () => {
    drag.current = undefined;
    show({ x, y });
  };
  const press = (event: PointerEvent) => {
    wasDragged.current = false;
    if (!isMovable || event.button !== 0) return;
    event.stopPropagation(); // otherwise the plan moves along
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { fromX: event.clientX, fromY: event.clientY, to: undefined };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    const { current } = drag;
    const box = layer.current?.getBoundingClientRect();
    if (!current || !box) return;
    if (!current.to && Math.hypot(clientX - current.fromX, clientY - current.fromY) < slackPx) return;
    const by = { x: (clientX - current.fromX) / box.width, y: (clientY - current.fromY) / box.height };
    current.to = onPlan({ x: x + by.x, y: y + by.y });
    show(current.to);
  };
  const release = () => {
    const to = drag.current?.to;
    drag.current = undefined;
    wasDragged.current = to !== undefined;
    if (to) onMove(item, to);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (!isMovable) return;
    const { key, shiftKey } = event;
    if (key === 'Escape' && drag.current) {
      event.preventDefault();
      wasDragged.current = true;
      return cancel();
    }
    const box = layer.current;
    const ratio = box ? box.offsetWidth / box.offsetHeight : 1;
    const next = movedByKey({ x, y }, key, { isFar: shiftKey, ratio });
    if (next) {
      event.preventDefault(); // the page would scroll
      before.current ??= { x, y };
      onMove(item, next);
      return onSay('moved', item, next);
    }
    const start = before.current;
    if (!start || (key !== 'Enter' && key !== 'Escape')) return;
    event.preventDefault();
    before.current = undefined;
    if (key === 'Enter') return onSay('placed', item, { x, y });
    onMove(item, start);
    onSay('undone', item, start);
  };
  return (
    <button
      ref={pin}
      type="button"
      className="plan-pin"
      data-pin={item.id}
      data-movable={isMovable || undefined}
      style={{ left: percent(x), top: percent(y) }}
      aria-label={t('plan.pin', { name: item.name, state: t(`plan.states.${item.state}`) })}
      title={item.name}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={cancel}
      onKeyDown={pressKey}
      onBlur={() => {
        before.current = undefined;
      }}
      onClick={() => wasDragged.current || onOpen(item)}
    >
      <PinShape state={item.state} />
      <span className="plan-pin-name" aria-hidden>
        {item.name}
      </span>
    </button>
  );
});
