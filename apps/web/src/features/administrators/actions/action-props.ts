import type { Administrator } from '@key2xs/contract';

/** Of a dialog that acts on an administrator; `name` is how screens call them. */
export type ActionProps = { administrator: Administrator; name: string; onClose: () => void };
