const maxTexts = 20_000;

/** Truncates texts to a width, with an ellipsis, and caches the results: measuring is the main cost of labels. */
export function fittedTexts() {
  const fitted = new Map<string, string>();
  return (context: CanvasRenderingContext2D, text: string, width: number): string => {
    const key = `${context.font}|${width}|${text}`;
    const known = fitted.get(key);
    if (known !== undefined) return known;
    if (fitted.size > maxTexts) fitted.clear();
    const cut = cutTo(context, text, width);
    fitted.set(key, cut);
    return cut;
  };
}

function cutTo(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${text.slice(0, low).trimEnd()}…`;
}
