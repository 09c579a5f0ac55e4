type Line = { what: string; figure: string; budget: string; ratio: number };

const lines: Line[] = [];

/** One figure beside its budget. `ratio` is figure by budget: up to 1 it is kept. */
export function report(what: string, figure: number, budget: number, unit: string): void {
  const digits = Math.abs(budget) < 10 ? 2 : 0;
  const text = (value: number) => `${value.toFixed(digits)} ${unit}`.trim();
  lines.push({ what, figure: text(figure), budget: text(budget), ratio: figure / budget });
}

/** For context: measured, but nothing has to be kept. */
export function remark(text: string): void {
  process.stdout.write(`  ${text}\n`);
}

export function printReport(): void {
  const width = Math.max(...lines.map(({ what }) => what.length));
  for (const { what, figure, budget, ratio } of lines) {
    const verdict = ratio <= 1 ? 'kept' : 'OVER';
    process.stdout.write(
      `${what.padEnd(width)}  ${figure.padStart(12)}  budget ${budget.padStart(12)}  ${ratio.toFixed(2).padStart(5)} of it  ${verdict}\n`,
    );
  }
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
