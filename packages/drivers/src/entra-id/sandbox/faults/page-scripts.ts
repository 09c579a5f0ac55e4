import type { Script } from '../../../sandbox-kit/faults/run-scripts';
import type { ReceivedCall } from '../call';
import { guidOf } from '../directory/object-id';
import type { Fault, Item, Page, PageTurn } from './faults';
import { withOddName } from './odd-names';

const lists = new Set(['GET users', 'GET groups', 'GET users delta', 'GET groups delta', 'GET groups one members']);

/** Marks the URL of a page that was already withheld once. */
export const withheldMark = 'withheld';

type Alter = (page: Page, turn: PageTurn) => Page;

/** Alters pages of lists only. */
const toPages =
  (alterFor: (variant: string, call: ReceivedCall) => Alter) => (setting: { variant: string }, call: ReceivedCall) =>
    lists.has(call.operation)
      ? ({ kind: 'alter_page', alter: alterFor(setting.variant, call) } satisfies Fault)
      : undefined;

const items =
  (alter: (value: Item[], turn: PageTurn) => Item[]): Alter =>
  (page, turn) => ({ ...page, value: alter(page.value, turn) });

const withNextLink =
  (linkFrom: (turn: PageTurn, page: Page) => string): Alter =>
  (page, turn) => {
    const { '@odata.deltaLink': _, ...rest } = page;
    return { ...rest, '@odata.nextLink': linkFrom(turn, page) };
  };

/** Fault scripts for pages of lists. */
export const pageScripts = {
  truncated_page: {
    does: 'Ends a page and the whole list in its middle: fewer items, neither nextLink nor deltaLink. It is valid JSON.',
    call: toPages(() => ({ value, ...page }) => {
      const { '@odata.nextLink': _next, '@odata.deltaLink': _delta, ...rest } = page;
      return { ...rest, value: value.slice(0, value.length / 2) };
    }),
  },
  empty_page: {
    does: 'Puts an empty page with a nextLink before each page. Nothing is lost.',
    call: (setting, call) =>
      call.query.has(withheldMark)
        ? undefined
        : toPages(() => (page, turn) => {
            const mark = `${turn.address.includes('?') ? '&' : '?'}${withheldMark}=1`;
            return { ...withNextLink(({ address }) => address + mark)(page, turn), value: [] };
          })(setting, call),
  },
  emptied: {
    does: 'Answers every list as if it were empty, with the right end.',
    call: toPages(() => ({ '@odata.nextLink': _, ...page }, { address }) => ({
      ...page,
      value: [],
      ...(address.includes('/delta') && { '@odata.deltaLink': page['@odata.deltaLink'] ?? address }),
    })),
  },
  duplicated_items: {
    does: 'Sends every item of a page twice.',
    call: toPages(() => items((value) => value.flatMap((item) => [item, item]))),
  },
  repeated_page: {
    does: 'Sends the items of the page before once more, ahead of those of this one.',
    call: toPages(() => items((value, { before }) => [...before, ...value])),
  },
  reversed_page: {
    does: 'Sends the items of a page in the opposite order.',
    call: toPages(() => items((value) => [...value].reverse())),
  },
  removed_in_page: {
    does: 'Adds a removed person to each page of a delta, restorable (changed) or for good (deleted).',
    variants: ['changed', 'deleted'],
    call: toPages((reason, { operation, path, query }) =>
      items((value) => {
        if (!operation.endsWith('delta')) return value;
        return [...value, { id: guidOf('never there', path, query.toString()), '@removed': { reason } }];
      }),
    ),
  },
  endless_paging: {
    does: 'Gives each page a nextLink to itself.',
    call: toPages(() => withNextLink(({ address }) => address)),
  },
  foreign_next_link: {
    does: 'Gives each page a nextLink to another host, without TLS, or to the right host as a user name.',
    variants: ['host', 'plain', 'user'],
    call: toPages((variant) =>
      withNextLink(({ address, elsewhere }) => {
        const { host, pathname, search } = new URL(address);
        if (variant === 'plain') return `http://${host}${pathname}${search}`;
        const other = new URL(elsewhere).host;
        return `https://${variant === 'user' ? `${host.replace(':', '%3A')}@` : ''}${other}${pathname}${search}`;
      }),
    ),
  },
  changed_types: {
    does: 'Changes the types of attributes: texts become lists and objects, numbers and dates become words.',
    call: toPages(() =>
      items((value) =>
        value.map((item) => ({
          ...item,
          ...('department' in item && { department: [item.department] }),
          ...('jobTitle' in item && { jobTitle: { name: item.jobTitle } }),
          ...('accountEnabled' in item && { accountEnabled: 'yes' }),
          ...('employeeHireDate' in item && { employeeHireDate: 'last spring' }),
          ...('employeeId' in item && { employeeId: 4_711 }),
        })),
      ),
    ),
  },
  odd_names: {
    does: 'Gives people names with emoji, NUL, lone surrogates, markup, 10,000 characters, or none.',
    call: toPages(() => items((value) => value.map(withOddName))),
  },
} as const satisfies Record<string, Script<ReceivedCall, Fault>>;
