import type { IamConnection } from '@key2xs/contract';

/** Every tab shows one identity source. */
export type SourceTabProps = { source: IamConnection };
