/** Asks the user to prove who they are. Resolves to false when they would rather not. */
type Prove = () => Promise<boolean>;

let prove: Prove | undefined;
let underWay: Promise<boolean> | undefined;

/** There is one at a time. @returns how to take it away */
export function onStepUp(handler: Prove): () => void {
  prove = handler;
  return () => {
    if (prove === handler) prove = undefined;
  };
}

/** Calls that are refused at the same time share one question. */
export function stepUp(): Promise<boolean> {
  underWay ??= (prove?.() ?? Promise.resolve(false)).finally(() => {
    underWay = undefined;
  });
  return underWay;
}
