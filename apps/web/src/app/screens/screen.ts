import type { OpenTo } from '@key2xs/contract';
import type { CustomTypeOptions } from 'i18next';
import type { ComponentType } from 'react';
import type { Offering } from '#components/offers';
import type { UnbuiltName } from './unbuilt-page';

type Texts = CustomTypeOptions['resources'];
export type TextArea = keyof Texts;
export type Layout = 'dashboard' | 'default' | 'lander-login';

/** Everything that the router, the guard, the menus and the tests know about one screen. */
export type Screen<Path extends string = string, Name extends string = string, Search = unknown> = {
  path: Path;
  /** `default` unless said. */
  layout?: Layout;
  /** The status of IAM and key systems is fetched before it opens. */
  needsStatus?: true;
  /**
   * The endpoints it cannot do without: it opens to whoever may call them all, of those who are signed in. A screen
   * without one says itself whom it is for.
   */
  opensTo: readonly OpenTo[];
  /** The name of its component, in a file of that name. */
  name: Name;
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>;
  /** The areas whose texts it shows, its components' included. Those of the frame are there already. */
  texts: readonly TextArea[];
  /** What its address can say behind the `?`. */
  search?: (search: Record<string, unknown>) => Search;
  /** Where dashboard, side navigation and palette offer it. */
  offer: Offering | 'nowhere';
};

export const screen = <const Path extends string, Name extends string, Search extends object = object>(
  record: Screen<Path, Name, Search>,
) => record;

type Unbuilt<Path extends string> = Pick<Screen<Path>, 'path' | 'opensTo' | 'offer'> & {
  /** Which texts say that it has an address and nothing behind it yet. */
  unbuilt: UnbuiltName;
};

/** How a card of the dashboard is called and described. */
export const card = <const Name extends keyof Texts['dashboard']['cards']>(name: Name) =>
  ({ title: `dashboard:cards.${name}.title`, text: `dashboard:cards.${name}.description` }) as const;

/** What has to exist before most screens have something to show. */
export const everything = ['isConnectedToIam', 'isConnectedToKeySystem', 'hasKeyPlan'] as const;

/** A screen that is not built yet. */
export const unbuiltScreen = <const Path extends string>(record: Unbuilt<Path>) =>
  screen({
    ...record,
    name: 'UnbuiltPage',
    load: async () => ({ UnbuiltPage: (await import('./unbuilt-page')).unbuiltPage(record.unbuilt) }),
    texts: [],
  });

/**
 * Gives the address of a screen its type. The values are checked by the screen itself (`useUrlState`), because
 * checking here would load every screen's schema with the first.
 */
export const searchOf =
  <Search extends object>() =>
  (search: Record<string, unknown>) =>
    search as Partial<Search>; // unchecked until the screen reads it
