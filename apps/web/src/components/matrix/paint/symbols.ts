import type { MatrixWay } from '../source/matrix-source';
import { symbolsFrom } from '../view/zoom';
import { changeOf, hasConflict, isLimited, isPending, type Look, notLoaded, percentOf, wayOf } from './look';
import { inkOn, mix, type Palette, shade } from './palette';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A square of `size` device pixels, with `unit` device pixels per CSS pixel. */
export type Paper = { context: Context; size: number; unit: number; palette: Palette };

const isSmall = ({ size, unit }: Paper) => size / unit < symbolsFrom;

/** Paints one crossing. Ways differ by shape; its other properties are in the corners: limited, pending, conflict. */
export function paintSymbol(paper: Paper, look: Look): void {
  if (look === notLoaded) paintNotLoaded(paper);
  else if (isSmall(paper)) paintSmall(paper, look);
  else paintLarge(paper, look);
}

function paintLarge(paper: Paper, look: Look) {
  const change = changeOf(look);
  if (change) paintChange(paper, change);
  else if (percentOf(look) === 100) paintWay(paper, wayOf(look) ?? 'direct', paper.palette.accent);
  else if (percentOf(look) > 0) paintShare(paper, percentOf(look));
  if (isLimited(look)) paintClock(paper, change ? paper.palette.ink : paper.palette.accent);
  if (isPending(look)) paintPending(paper);
  if (hasConflict(look)) paintConflict(paper);
}

function paintNotLoaded({ context, size, palette }: Paper) {
  context.fillStyle = palette.soft;
  const gap = Math.max(1, Math.round(size * 0.06));
  context.fillRect(gap, gap, size - 2 * gap, size - 2 * gap);
}

/** Gained is filled, lost is hollow, both is half: distinguishable without colours. */
function paintSmall({ context, size, unit, palette }: Paper, look: Look) {
  const gap = Math.max(1, Math.round(unit));
  const side = size - gap;
  const change = changeOf(look);
  if (change === 'lost') {
    context.strokeStyle = palette.lost;
    context.lineWidth = gap;
    context.strokeRect(gap / 2, gap / 2, side - gap, side - gap);
    return;
  }
  context.fillStyle = change === 'gained' ? palette.gained : change === 'both' ? palette.both : '';
  if (!change) {
    if (percentOf(look) === 0) return;
    context.fillStyle = mix(palette.panel, palette.accent, shade(percentOf(look)));
  }
  context.fillRect(0, 0, side, change === 'both' ? Math.ceil(side / 2) : side);
  const mark = Math.max(2, Math.round(side / 3));
  if (isPending(look) || hasConflict(look)) {
    context.fillStyle = hasConflict(look) ? palette.lost : palette.both;
    context.fillRect(hasConflict(look) ? 0 : side - mark, 0, mark, mark);
  }
  if (isLimited(look)) {
    context.fillStyle = palette.panel;
    context.fillRect(side - mark, side - mark, mark, mark);
  }
}

function paintShare(paper: Paper, percent: number) {
  const { context, size, unit, palette } = paper;
  const inset = Math.round(size * 0.1);
  roundRect(context, inset, size - 2 * inset, 3 * unit);
  const isWritten = size / unit >= 24;
  const fill = palette.isForced && isWritten ? palette.panel : mix(palette.panel, palette.accent, shade(percent));
  context.fillStyle = fill;
  context.fill();
  if (!isWritten) return;
  if (palette.isForced) {
    context.strokeStyle = palette.accent;
    context.lineWidth = Math.max(1, Math.round(unit));
    context.stroke();
  }
  context.fillStyle = inkOn(fill, palette);
  write(paper, `${percent}%`, 9);
}

const signs = { gained: '+', lost: '−', both: '±' } as const;

/** Gained is filled, lost is hollow and dashed: distinguishable even if only a part is visible. */
function paintChange(paper: Paper, change: 'gained' | 'lost' | 'both') {
  const { context, size, unit, palette } = paper;
  const line = Math.max(1, Math.round(1.25 * unit));
  const inset = Math.round(size * 0.1) + line / 2;
  roundRect(context, inset, size - 2 * inset, 3 * unit);
  context.fillStyle = change === 'gained' ? palette.gained : palette[`${change}-soft`];
  context.fill();
  context.strokeStyle = palette[change];
  context.lineWidth = line;
  if (change === 'lost') context.setLineDash([3 * unit, 2 * unit]);
  context.stroke();
  context.setLineDash([]);
  paintSign(paper, change);
}

function paintSign({ context, size, unit, palette }: Paper, change: keyof typeof signs) {
  const arm = Math.round(size * 0.2);
  const line = Math.max(1, Math.round(2 * unit));
  const middle = Math.floor(size / 2);
  context.fillStyle = change === 'gained' ? palette.panel : palette[change];
  const up = change === 'both' ? Math.round(size * 0.08) : 0;
  const bar = (y: number) => context.fillRect(middle - arm, y - Math.floor(line / 2), 2 * arm, line);
  if (change !== 'lost') {
    bar(middle - up);
    context.fillRect(middle - Math.floor(line / 2), middle - up - arm, line, 2 * arm);
  }
  if (change !== 'gained') bar(change === 'lost' ? middle : middle + arm + up);
}

/** Square: direct. Disc: a rule names the door. Four squares: its group. House: a place. Diamond: a profile. */
function paintWay({ context, size }: Paper, way: MatrixWay, colour: string) {
  const half = size * 0.23;
  const [x, y] = [size / 2, size / 2];
  context.fillStyle = colour;
  context.beginPath();
  if (way === 'direct') context.roundRect(x - half, y - half, 2 * half, 2 * half, half * 0.3);
  if (way === 'door') context.arc(x, y, half * 1.08, 0, 2 * Math.PI);
  if (way === 'group') fourSquares(context, { x, y, half });
  if (way === 'place') house(context, { x, y, half });
  if (way === 'profile')
    polygon(context, [x, y - half * 1.35], [x + half * 1.35, y], [x, y + half * 1.35], [x - half * 1.35, y]);
  context.fill();
}

type Middle = { x: number; y: number; half: number };

function fourSquares(context: Context, { x, y, half }: Middle) {
  const side = half * 0.82;
  for (const [left, top] of [
    [x - half, y - half],
    [x + half - side, y - half],
    [x - half, y + half - side],
    [x + half - side, y + half - side],
  ] as const) {
    context.rect(left, top, side, side);
  }
}

function house(context: Context, { x, y, half }: Middle) {
  const eaves = y - half * 0.15;
  polygon(
    context,
    [x, y - half * 1.25],
    [x + half * 1.2, eaves],
    [x + half * 1.2, y + half],
    [x - half * 1.2, y + half],
    [x - half * 1.2, eaves],
  );
}

function polygon(context: Context, ...points: [x: number, y: number][]) {
  for (const [at, [x, y]] of points.entries()) at === 0 ? context.moveTo(x, y) : context.lineTo(x, y);
  context.closePath();
}

/** Lower right: not at all times. */
function paintClock({ context, size, unit, palette }: Paper, colour: string) {
  const radius = Math.max(2.5 * unit, size * 0.14);
  const [x, y] = [size - radius - 1.5 * unit, size - radius - 1.5 * unit];
  disc(context, { x, y, half: radius + unit }, palette.panel);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, unit);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.moveTo(x, y - radius * 0.6);
  context.lineTo(x, y);
  context.lineTo(x + radius * 0.5, y);
  context.stroke();
}

/** Upper right: not recorded yet. Half a disc, as half done. */
function paintPending({ context, size, unit, palette }: Paper) {
  const radius = Math.max(2 * unit, size * 0.115);
  const [x, y] = [size - radius - 1.5 * unit, radius + 1.5 * unit];
  disc(context, { x, y, half: radius + unit }, palette.panel);
  context.strokeStyle = palette.both;
  context.fillStyle = palette.both;
  context.lineWidth = Math.max(1, unit);
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.stroke();
  context.beginPath();
  context.arc(x, y, radius, Math.PI / 2, Math.PI * 1.5);
  context.fill();
}

/** Upper left: a triangle, as on warnings. */
function paintConflict({ context, size, unit, palette }: Paper) {
  const side = Math.max(5 * unit, size * 0.3);
  const [x, y] = [unit, unit];
  context.fillStyle = palette.lost;
  context.strokeStyle = palette.panel;
  context.lineWidth = unit;
  context.beginPath();
  polygon(context, [x + side / 2, y], [x + side, y + side * 0.9], [x, y + side * 0.9]);
  context.stroke();
  context.fill();
}

function disc(context: Context, { x, y, half }: Middle, colour: string) {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, half, 0, 2 * Math.PI);
  context.fill();
}

function roundRect(context: Context, inset: number, side: number, radius: number) {
  context.beginPath();
  context.roundRect(inset, inset, side, side, radius);
}

function write({ context, size, unit, palette }: Paper, text: string, fontSize: number) {
  context.font = `500 ${fontSize * unit}px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, size / 2, size / 2 + unit * 0.5);
}
