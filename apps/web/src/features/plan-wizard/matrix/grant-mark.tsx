import './grant-mark.css';

/** Always is a filled square, a weekly time a ring with the time's letter: distinguishable without colour. */
export function GrantMark({ letter }: { letter: string | undefined }) {
  return letter === undefined ? (
    <span className="grant-mark grant-always" aria-hidden />
  ) : (
    <span className="grant-mark grant-timed" aria-hidden>
      {letter}
    </span>
  );
}

/** A to T: a plan has at most twenty times. */
export const letterOf = (index: number): string => String.fromCharCode(65 + Math.max(0, index));
