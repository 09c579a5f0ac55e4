import type { ReactNode } from 'react';

type Props = {
  name: ReactNode;
  /** Employee number, or another value that distinguishes people with the same name. */
  number: string | null | undefined | false;
};

/** A name with the number beside it: two people of one list may have the same name. */
export function NamedPerson({ name, number }: Props) {
  return (
    <>
      {name} {number && <span className="mute">{number}</span>}
    </>
  );
}
