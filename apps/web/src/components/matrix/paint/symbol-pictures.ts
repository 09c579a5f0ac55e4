import type { Look } from './look';
import type { Palette } from './palette';
import { paintSymbol } from './symbols';

type Picture = OffscreenCanvas | HTMLCanvasElement;

/** Each look is painted once and then copied; a thousand crossings have about a dozen looks. */
export function symbolPictures(size: number, unit: number, palette: Palette) {
  const pictures = new Map<Look, Picture>();
  return (look: Look): Picture => {
    const known = pictures.get(look);
    if (known) return known;
    const { picture, context } = blankPicture(size, size);
    paintSymbol({ context, size, unit, palette }, look);
    pictures.set(look, picture);
    return picture;
  };
}

/** A fallback for browsers without OffscreenCanvas. */
export function blankPicture(width: number, height: number) {
  const picture =
    typeof OffscreenCanvas === 'undefined'
      ? Object.assign(document.createElement('canvas'), { width, height })
      : new OffscreenCanvas(width, height);
  const context = picture.getContext('2d') as CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null; // of either kind
  if (!context) throw new Error('This browser cannot paint.');
  return { picture, context };
}
