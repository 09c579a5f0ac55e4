import { isOpenTo, type OpenTo, type Viewer } from '@key2xs/contract';
import type { TablerIcon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { CustomTypeOptions } from 'i18next';
import { createContext, useContext } from 'react';
import { useViewer } from '#data/auth';
import { type Flags, useFlags } from '#data/overview';

type Texts = CustomTypeOptions['resources'];
type CardName = keyof Texts['dashboard']['cards'];
type OfferTitle =
  | `shell:nav.${keyof Texts['shell']['nav']}`
  | 'shell:user.profile'
  | `dashboard:cards.${CardName}.title`;

/** A group of the dashboard, of the side navigation or of the palette, in the palette's order. */
export const offerGroups = ['home', 'superAdmin', 'general', 'records', 'account'] as const;
export type OfferGroup = (typeof offerGroups)[number];

/** Where and when a screen is offered. */
export type Offering = {
  group: OfferGroup;
  title: OfferTitle;
  Icon?: TablerIcon;
  /** What it is for, in one line; the palette finds it by these words too. */
  text?: `dashboard:cards.${CardName}.description`;
  /** The parts of the installation that have to exist first. */
  once?: readonly (keyof Flags)[];
  /** How it is called while there is no key plan. */
  untilPlan?: { title: OfferTitle; text: Offering['text'] };
  isFeatured?: true;
};

/** What of a screen has to be known to offer it. */
export type OfferedScreen = {
  path: LinkProps['to'];
  opensTo: readonly OpenTo[];
  offer: Offering | 'nowhere';
};

export type Offer = Omit<Offering, 'once' | 'untilPlan'> & { to: LinkProps['to'] };

/** The screens somebody is offered, by group in the order of the table. */
export const offersOf = (screens: readonly OfferedScreen[], viewer: Viewer, flags: Flags): Offer[] =>
  offerGroups.flatMap((group) =>
    screens.flatMap(({ path: to, opensTo, offer }) => {
      if (offer === 'nowhere' || offer.group !== group) return [];
      if (group === 'superAdmin' && viewer.role !== 'superadmin') return [];
      const { once = [], untilPlan, ...shown } = offer;
      const isThere = once.every((part) => flags[part]) && opensTo.every((needed) => isOpenTo(needed, viewer));
      return isThere ? [{ ...shown, to, ...(!flags.hasKeyPlan && untilPlan) }] : [];
    }),
  );

const Screens = createContext<readonly OfferedScreen[]>([]);

/** Takes the table of screens, so that features can offer what they do not know. */
export const OfferedScreens = Screens.Provider;

/** Undefined until it is known what exists. */
export function useOffers(): Offer[] | undefined {
  const screens = useContext(Screens);
  const viewer = useViewer();
  const flags = useFlags();
  return viewer && flags && offersOf(screens, viewer, flags);
}
