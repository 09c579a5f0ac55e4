/** The measurements that the bench runs in the page. Times are milliseconds. */
export type MatrixMeasures = {
  /** From available data to a painted canvas. */
  firstPaint(): Promise<number>;
  /** Scrolls by a step per frame; the times between frames. */
  scroll(step: { x: number; y: number }, frames: number): Promise<number[]>;
  /** Zooms out and in repeatedly with Ctrl+wheel, one step per frame. */
  zoom(frames: number): Promise<number[]>;
  /** From an edit to changed pixels, detected by reading the upper left of the canvas in each frame. */
  edit(at: number): Promise<number>;
};

const maxMs = 10_000;
const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
const afterPainting = () => new Promise((resolve) => setTimeout(resolve));

function element<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
}

async function eachFrame(frames: number, act: (frame: number) => void): Promise<number[]> {
  const times: number[] = [await nextFrame()];
  for (let frame = 0; frame < frames; frame++) {
    act(frame);
    times.push(await nextFrame());
  }
  return times.slice(1).map((time, at) => time - (times[at] ?? time));
}

export const measures = (edit: (at: number) => void): MatrixMeasures => ({
  async firstPaint() {
    while (
      document.querySelector('canvas')?.style.width === undefined ||
      element<HTMLCanvasElement>('canvas').style.width === ''
    ) {
      await nextFrame();
    }
    await afterPainting();
    return performance.now() - (performance.getEntriesByName('data')[0]?.startTime ?? 0);
  },
  scroll({ x, y }, frames) {
    const scroller = element<HTMLElement>('.matrix-scroller');
    scroller.scrollTo(0, 0);
    return eachFrame(frames, () => scroller.scrollBy(x, y));
  },
  zoom(frames) {
    const scroller = element<HTMLElement>('.matrix-scroller');
    const { left, top, width, height } = scroller.getBoundingClientRect();
    const at = { clientX: left + width / 2, clientY: top + height / 2 };
    return eachFrame(frames, (frame) =>
      scroller.dispatchEvent(
        new WheelEvent('wheel', { ...at, ctrlKey: true, deltaY: frame % 120 < 60 ? 12 : -12, cancelable: true }),
      ),
    );
  },
  async edit(at) {
    element<HTMLElement>('.matrix-scroller').scrollTo(0, 0);
    for (let frame = 0; frame < 3; frame++) await nextFrame();
    const canvas = element<HTMLCanvasElement>('.matrix-stage canvas');
    const context = canvas.getContext('2d');
    const sum = () =>
      new Uint32Array(context?.getImageData(0, 0, canvas.width / 2, 300).data.buffer ?? new ArrayBuffer(0)).reduce(
        (all, point) => (all * 31 + point) | 0,
        0,
      );
    const before = sum();
    const start = performance.now();
    edit(at);
    while (sum() === before) {
      if (performance.now() - start > maxMs) throw new Error(`The edit of ${at} was never drawn.`);
      await nextFrame();
    }
    return performance.now() - start;
  },
});
