import type { WireFault } from '../../../sandbox-kit/faults/faults';
import type { RefusalCode } from '../login/login-refusal';

export type Item = Record<string, unknown>;

/** The body of an answer that is a page of a list. */
export type Page = { value: Item[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string };

/** Where a page belongs. */
export type PageTurn = {
  /** The whole address of the call. */
  address: string;
  /** The sandbox under another name, to which no token should go. */
  elsewhere: string;
  /** Items of the page that was answered before. */
  before: readonly Item[];
};

/** A refusal in place of the answer. */
export type GraphBend = { refuse?: 'missing_permission' | 'unauthorized'; resync?: string };

/** What else the token endpoint goes by. */
export type LoginBend = { lacks_roles?: boolean; skew_ms?: number };

/** What may go wrong with the content of an answer. */
export type ContentFault =
  /** A page is another; what is no page stays as it is. */
  | { kind: 'alter_page'; alter: (page: Page, turn: PageTurn) => Page }
  | { kind: 'add_headers'; headers: Record<string, string> }
  | { kind: 'bend_graph'; bend: GraphBend }
  | { kind: 'bend_login'; bend: LoginBend }
  | { kind: 'refuse_login'; code: RefusalCode };

/** What may go wrong with one call, chosen when the call arrives. */
export type Fault = WireFault | ContentFault;

const ofContent: readonly string[] = [
  'alter_page',
  'add_headers',
  'bend_graph',
  'bend_login',
  'refuse_login',
] satisfies ContentFault['kind'][];

export const isContentFault = (fault: Fault): fault is ContentFault => ofContent.includes(fault.kind);
