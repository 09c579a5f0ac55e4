import type { WireFault } from '../../../sandbox-kit/faults/faults';
import type { RefusalCode } from '../login/login-refusal';

export type Item = Record<string, unknown>;

/** The body of a page of a list. */
export type Page = { value: Item[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string };

/** The context of a page. */
export type PageTurn = {
  /** The complete URL of the call. */
  address: string;
  /** The sandbox under another name, which must never receive a token. */
  elsewhere: string;
  /** Items of the page before. */
  before: readonly Item[];
};

/** A refusal instead of the answer. */
export type GraphBend = { refuse?: 'missing_permission' | 'unauthorized'; resync?: string };

/** Altered conditions of the token endpoint. */
export type LoginBend = { lacks_roles?: boolean; skew_ms?: number };

/** Faults in the content of an answer. */
export type ContentFault =
  /** Alters pages of lists; other answers are unchanged. */
  | { kind: 'alter_page'; alter: (page: Page, turn: PageTurn) => Page }
  | { kind: 'add_headers'; headers: Record<string, string> }
  | { kind: 'bend_graph'; bend: GraphBend }
  | { kind: 'bend_login'; bend: LoginBend }
  | { kind: 'refuse_login'; code: RefusalCode };

/** A fault of one call, chosen when the call arrives. */
export type Fault = WireFault | ContentFault;

const ofContent: readonly string[] = [
  'alter_page',
  'add_headers',
  'bend_graph',
  'bend_login',
  'refuse_login',
] satisfies ContentFault['kind'][];

export const isContentFault = (fault: Fault): fault is ContentFault => ofContent.includes(fault.kind);
