const names = [
  'panel',
  'head',
  'ink',
  'mute',
  'line',
  'soft',
  'accent',
  'tint',
  'gained',
  'gained-soft',
  'lost',
  'lost-soft',
  'both',
  'both-soft',
  'odd',
  'found',
] as const;

type Name = (typeof names)[number];

/** The colours of the theme, by their names in the style sheet of the matrix, and the font. */
export type Palette = Record<Name, string> & {
  font: string;
  mono: string;
  /** Only the few system colours are available (forced colours): shades would be unreadable, so lines replace tints. */
  isForced: boolean;
};

/** Reads them again; a canvas does not follow the theme by itself. */
export function readPalette(element: HTMLElement, context: CanvasRenderingContext2D): Palette {
  const style = getComputedStyle(element);
  const colours = names.map((name) => [name, plainColour(style.getPropertyValue(`--matrix-${name}`).trim(), context)]);
  const named = Object.fromEntries(colours) as Record<Name, string>; // one entry per name
  const isForced = window.matchMedia('(forced-colors: active)').matches;
  return {
    ...named,
    ...(isForced && { soft: mix(named.panel, named.ink, 0.4) }),
    isForced,
    font: style.fontFamily,
    mono: style.getPropertyValue('--mantine-font-family-monospace') || 'monospace',
  };
}

/** As #rrggbb, which can be mixed: the canvas resolves system colours. */
function plainColour(colour: string, context: CanvasRenderingContext2D): string {
  context.fillStyle = '#000000';
  context.fillStyle = colour;
  return typeof context.fillStyle === 'string' ? context.fillStyle : '#000000';
}

export type Rgb = readonly [red: number, green: number, blue: number];

export function rgbOf(colour: string): Rgb {
  const number = Number.parseInt(colour.slice(1, 7), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

export function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  const part = (at: 0 | 1 | 2) =>
    Math.round(a[at] + (b[at] - a[at]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(0)}${part(1)}${part(2)}`;
}

/** The one of ink and panel with the higher contrast on a colour. */
export function inkOn(colour: string, { ink, panel }: Pick<Palette, 'ink' | 'panel'>): string {
  const light = luminance(colour);
  const contrast = (other: string) => {
    const [low = 0, high = 0] = [light, luminance(other)].toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  return contrast(ink) >= contrast(panel) ? ink : panel;
}

/** As defined by WCAG: 0 for black, 1 for white. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgbOf(colour).map((part) =>
    part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The strength of the tint for a share: some must differ visibly from none, and all from nearly all. */
export const shade = (percent: number): number => (percent >= 100 ? 1 : 0.16 + 0.62 * (percent / 100));
