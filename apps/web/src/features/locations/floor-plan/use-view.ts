import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

type View = { zoom: number; x: number; y: number };
type Point = { x: number; y: number };

const most = 8;
const step = 1.5;
const whole: View = { zoom: 1, x: 0, y: 0 };

/**
 * Zoom and position of a layer in a frame. Both are written to the layer directly while fingers move, so that pins are not
 * rendered again; React learns the zoom only.
 */
export function useView(frame: RefObject<HTMLDivElement | null>, layer: RefObject<HTMLDivElement | null>) {
  const view = useRef(whole);
  const fingers = useRef(new Map<number, Point>());
  const [zoom, setZoom] = useState(1);

  const show = (next: View) => {
    const [box, inner] = [frame.current, layer.current];
    if (!box || !inner) return;
    const clamp = (at: number, outer: number, size: number) =>
      Math.min(0, Math.max(Math.min(0, outer - size * next.zoom), at));
    const x = clamp(next.x, box.clientWidth, inner.offsetWidth);
    const y = clamp(next.y, box.clientHeight, inner.offsetHeight);
    view.current = { zoom: next.zoom, x, y };
    inner.style.transform = `translate(${x}px, ${y}px) scale(${next.zoom})`;
    inner.style.setProperty('--zoom', String(next.zoom));
    setZoom(next.zoom);
  };

  /** Zooms so that the point of the frame stays where it is. */
  const zoomAt = (point: Point, factor: number) => {
    const before = view.current;
    const next = Math.min(most, Math.max(1, before.zoom * factor));
    const grown = next / before.zoom;
    show({ zoom: next, x: point.x - (point.x - before.x) * grown, y: point.y - (point.y - before.y) * grown });
  };
  const within = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = frame.current?.getBoundingClientRect();
    return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
  };
  const middle = (): Point => ({
    x: (frame.current?.clientWidth ?? 0) / 2,
    y: (frame.current?.clientHeight ?? 0) / 2,
  });

  const latest = useRef({ zoomAt, within });
  latest.current = { zoomAt, within };
  useEffect(() => {
    const box = frame.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return; // without, the page scrolls
      event.preventDefault();
      latest.current.zoomAt(latest.current.within(event), Math.exp(-event.deltaY / 300));
    };
    box?.addEventListener('wheel', turn, { passive: false });
    return () => box?.removeEventListener('wheel', turn);
  }, [frame]);

  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = within(event);
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    fingers.current.set(event.pointerId, now);
    if (!other) {
      const { zoom: same, x, y } = view.current;
      return show({ zoom: same, x: x + now.x - before.x, y: y + now.y - before.y });
    }
    const apart = (from: Point) => Math.hypot(from.x - other.x, from.y - other.y);
    if (apart(before) > 0) zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, apart(now) / apart(before));
  };
  const leave = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return {
    zoom,
    isWhole: zoom === 1,
    isLargest: zoom >= most,
    zoomIn: () => zoomAt(middle(), step),
    zoomOut: () => zoomAt(middle(), 1 / step),
    fit: () => show(whole),
    handlers: {
      onPointerDown: (event: PointerEvent) => void fingers.current.set(event.pointerId, within(event)),
      onPointerMove: move,
      onPointerUp: leave,
      onPointerCancel: leave,
      onPointerLeave: leave,
    },
  };
}
