import { formatNumber } from '#lib/format';
import { clipped, type Frame, xOf, yOf } from './scene';

/** The totals of access at the right of each row and below each column, with their unit. */
export function paintTotals(frame: Frame): void {
  const { context, palette, geometry, top, right, bottom, unit, words } = frame;
  const [width, height] = [Math.round(geometry.totals.width * unit), Math.round(geometry.totals.height * unit)];
  const line = Math.max(1, Math.floor(unit));
  context.font = `${11 * unit}px ${palette.font}`;
  context.textBaseline = 'middle';
  fillHead(frame, [right, 0, width, bottom + height]);
  fillHead(frame, [0, bottom, right, height]);
  context.fillStyle = palette.mute;
  context.textAlign = 'left';
  if (height > 0) context.fillText(words.totals, 10 * unit, bottom + 14 * unit);
  context.textAlign = 'right';
  if (width > 0) context.fillText(words.totals, right + width - 8 * unit, top - 13 * unit);
  context.fillStyle = palette.line;
  if (width > 0) {
    clipped(frame, [right, top, width, bottom - top], () => {
      context.fillRect(right, top, line, bottom - top);
      paintRowTotals(frame, right + width - 8 * unit);
    });
  }
  if (height === 0) return;
  clipped(frame, [0, bottom, right, height], () => {
    context.fillRect(0, bottom, right, line);
    paintColumnTotals(frame, bottom + 6 * unit);
  });
}

function fillHead({ context, palette }: Frame, box: [number, number, number, number]) {
  context.fillStyle = palette.head;
  context.fillRect(...box);
  context.fillStyle = palette.line;
}

function paintRowTotals(frame: Frame, x: number) {
  const { context, palette, rowsSeen, source, cellHeight, unit } = frame;
  if (cellHeight / unit < 13) return;
  context.textAlign = 'right';
  for (let row = rowsSeen.first; row <= rowsSeen.last; row++) {
    const total = source.rows.total?.(row);
    if (total === undefined) continue;
    context.fillStyle = total > 0 ? palette.ink : palette.mute;
    context.fillText(formatNumber(total), x, yOf(frame, row) + cellHeight / 2);
  }
}

function paintColumnTotals(frame: Frame, y: number) {
  const { context, palette, columnsSeen, source, cellWidth, unit } = frame;
  if (cellWidth / unit < 13) return;
  context.textAlign = 'right';
  for (let column = columnsSeen.first; column <= columnsSeen.last; column++) {
    const total = source.columns.total?.(column);
    if (total === undefined) continue;
    context.save();
    context.translate(xOf(frame, column) + cellWidth / 2, y);
    context.rotate(-Math.PI / 2);
    context.fillStyle = total > 0 ? palette.ink : palette.mute;
    context.fillText(formatNumber(total), 0, 0);
    context.restore();
  }
}
