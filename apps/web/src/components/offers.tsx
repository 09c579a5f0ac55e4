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

/** Groups of the dashboard, the side navigation and the palette, in the palette's order. */
export const offerGroups = ['home', 'superAdmin', 'general', 'records', 'account'] as const;
export type OfferGroup = (typeof offerGroups)[number];

/** Where and when a screen is offered. */
export type Offering = {
  group: OfferGroup;
  title: OfferTitle;
  Icon?: TablerIcon;
  /** Its purpose in one line; the palette searches this too. */
  text?: `dashboard:cards.${CardName}.description`;
  /** Offered once all of these exist. */
  once?: readonly (keyof Flags)[];
  /** The group in which it is offered until then; nowhere without one. */
  before?: OfferGroup;
  /** Title and text while no key plan exists. */
  untilPlan?: { title: OfferTitle; text: Offering['text'] };
  isFeatured?: true;
};

/** The part of a screen needed to offer it. */
export type OfferedScreen = {
  path: LinkProps['to'];
  opensTo: readonly OpenTo[];
  offer: Offering | 'nowhere';
};

export type Offer = Omit<Offering, 'once' | 'before' | 'untilPlan'> & { to: LinkProps['to'] };

/** The screens offered to a viewer, by group in the order of the table. */
export const offersOf = (screens: readonly OfferedScreen[], viewer: Viewer, flags: Flags): Offer[] =>
  offerGroups.flatMap((group) =>
    screens.flatMap(({ path: to, opensTo, offer }) => {
      if (offer === 'nowhere') return [];
      const { once = [], before, untilPlan, ...shown } = offer;
      const isReady = once.every((part) => flags[part]);
      // A card of super admins is a link to those who have been given its function.
      const own = offer.group === 'superAdmin' && viewer.role !== 'superadmin' ? 'records' : offer.group;
      if (group !== (isReady ? own : before)) return [];
      if (!opensTo.every((needed) => isOpenTo(needed, viewer))) return [];
      return [{ ...shown, group, to, ...(!flags.hasKeyPlan && untilPlan) }];
    }),
  );

const Screens = createContext<readonly OfferedScreen[]>([]);

/** Provides the table of screens to features, which must not import it. */
export const OfferedScreens = Screens.Provider;

/** Undefined while flags or viewer load. */
export function useOffers(): Offer[] | undefined {
  const screens = useContext(Screens);
  const viewer = useViewer();
  const flags = useFlags();
  return viewer && flags && offersOf(screens, viewer, flags);
}
