import type { IamConnection } from '@key2xs/contract';

export type SourceTabProps = { source: IamConnection };
