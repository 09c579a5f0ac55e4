import { paintBody } from './paint-body';
import { paintColumnHeads, paintCorner, paintRowHeads } from './paint-heads';
import { paintTotals } from './paint-totals';
import { frameOf, type Scene } from './scene';

/** Paints one frame. @returns whether something has to wait for the next one */
export function paint(scene: Scene): boolean {
  const { context, palette } = scene;
  const frame = frameOf(scene);
  context.fillStyle = palette.panel;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  const isUnfinished = paintBody(frame);
  paintRowHeads(frame);
  paintColumnHeads(frame);
  paintTotals(frame);
  paintCorner(frame);
  return isUnfinished;
}
