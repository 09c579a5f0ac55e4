import { type RefObject, useLayoutEffect, useState } from 'react';

/** From the right of one node to the left of another, by their ids. */
export type Line = { from: string; to: string; isActive: boolean };

type Path = { key: string; d: string; isActive: boolean };
type Props = { place: RefObject<HTMLElement | null>; lines: readonly Line[] };

/**
 * The lines of the diagram, between elements with `data-node`. Decorative, because the cards contain the same in
 * words; on a phone, where the nodes are stacked, there are none.
 */
export function ConnectionLines({ place, lines }: Props) {
  const [paths, setPaths] = useState<readonly Path[]>([]);
  useLayoutEffect(() => {
    const root = place.current;
    if (!root || !('ResizeObserver' in window)) return;
    const draw = () => setPaths(pathsIn(root, lines));
    const watch = new ResizeObserver(draw);
    watch.observe(root);
    for (const node of root.querySelectorAll('[data-node]')) watch.observe(node);
    draw();
    return () => watch.disconnect();
  }, [place, lines]);
  return (
    <svg className="connection-lines" aria-hidden="true">
      {paths.map(({ key, d, isActive }) => (
        <path key={key} d={d} data-active={isActive} />
      ))}
    </svg>
  );
}

/** Closer than this, two nodes are stacked. */
const minGap = 8;

function pathsIn(root: HTMLElement, lines: readonly Line[]): Path[] {
  const at = root.getBoundingClientRect();
  const nodes = new Map(
    [...root.querySelectorAll<HTMLElement>('[data-node]')].map((node) => [node.dataset.node, node] as const),
  );
  return lines.flatMap(({ from, to, isActive }) => {
    const [left, right] = [nodes.get(from)?.getBoundingClientRect(), nodes.get(to)?.getBoundingClientRect()];
    if (!left || !right || right.left - left.right < minGap) return [];
    const [x1, y1] = [left.right - at.left, left.top + left.height / 2 - at.top];
    const [x2, y2] = [right.left - at.left, right.top + right.height / 2 - at.top];
    const bend = (x1 + x2) / 2;
    return [{ key: `${from} ${to}`, d: `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`, isActive }];
  });
}
