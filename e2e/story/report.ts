let wrong = 0;

export const failures = (): number => wrong;

export function step(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Records one check; a wrong one is printed and fails the story at its end. */
export function check(what: string, isRight: boolean, shown: unknown = ''): void {
  if (isRight) return;
  wrong++;
  step(`   WRONG: ${what} ${typeof shown === 'string' ? shown : JSON.stringify(shown)}`);
}

export const seconds = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

export const count = (value: number): string => value.toLocaleString('en');
