import { type AdminFunction, type OpenTo, openTo, roles } from '@key2xs/contract';
import type { CustomTypeOptions } from 'i18next';
import type { ComponentType } from 'react';
import type { Offering } from '#components/offers';

type Texts = CustomTypeOptions['resources'];
export type TextArea = keyof Texts;
export type Layout = 'dashboard' | 'default' | 'lander-login';

/** The screens of daily work, in the order of their links in the frame. */
export const dailyWords = ['dashboard', 'people', 'plans', 'cylinders', 'changes', 'workList'] as const;

/** One screen, for the router, the guard, the menus and the tests. */
export type Screen<Path extends string = string, Name extends string = string, Search = unknown> = {
  path: Path;
  /** Defaults to `default`. */
  layout?: Layout;
  /** Fetches the status of IAM and key systems before it opens. */
  needsStatus?: true;
  /** Users who may call every endpoint the screen requires. A screen that opens to no role by itself decides inside. */
  opensTo: readonly OpenTo[];
  /** It serves changes alone, so a view of another administrator does not show it. */
  isForChanges?: true;
  /** The name of its component, in a file of that name. */
  name: Name;
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>;
  /** The text areas it shows, including its components'. Those of the frame are already loaded. */
  texts: readonly TextArea[];
  /** Types the query string of its URL. */
  search?: (search: Record<string, unknown>) => Search;
  /** Its entry in dashboard, side navigation and palette. */
  offer: Offering | 'nowhere';
  /** Its name among the screens of daily work. */
  word?: (typeof dailyWords)[number];
};

// Declared here and verified against the contract by a test: importing its endpoints would bring their schemas to
// every screen.
export const superAdmins = [{ allow: ['superadmin'] as const }];
export const everyAdmin = [{ allow: roles }];
export const adminsWith = (...needs: [AdminFunction, ...AdminFunction[]]) => [openTo(...needs)];

export const screen = <const Path extends string, Name extends string, Search extends object = object>(
  record: Screen<Path, Name, Search>,
) => record;

/** Title and description of a dashboard card. */
export const card = <const Name extends keyof Texts['dashboard']['cards']>(name: Name) =>
  ({ title: `dashboard:cards.${name}.title`, text: `dashboard:cards.${name}.description` }) as const;

/** Most screens are empty until all of these exist. */
export const everything = ['isConnectedToIam', 'isConnectedToKeySystem', 'hasKeyPlan'] as const;

/**
 * Types the query string of a screen. The screen itself checks the values (`useUrlState`): checking here would load
 * every screen's schema with the first screen.
 */
export const searchOf =
  <Search extends object>() =>
  (search: Record<string, unknown>) =>
    search as Partial<Search>; // Unchecked until the screen reads it.
