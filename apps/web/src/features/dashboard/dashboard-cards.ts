import type { Role } from '@key2xs/contract';
import type { Flags } from '#data/overview';

/** Names a card's texts and icon. */
export type CardName =
  | 'connections'
  | 'createKeyPlan'
  | 'keyPlans'
  | 'generator'
  | 'subAdmins'
  | 'locations'
  | 'activation'
  | 'reports'
  | 'assign'
  | 'request'
  | 'cylinders'
  | 'audits';

/** Every place a card leads to. */
export type CardPath =
  | '/connection-manager'
  | '/keys/key-plans'
  | '/keyplan-ai/create'
  | '/admin/sub-admins'
  | '/keys/locations'
  | '/admin/activation'
  | '/keys/reports'
  | '/keys/manage'
  | '/keys/request'
  | '/cylinders'
  | '/audits/user';

export type Card = { name: CardName; to: CardPath };

/** A part of the installation that has to exist first. */
type Need = keyof Flags;
type Offer = Card & { needs: readonly Need[] };

const everything: readonly Need[] = ['isConnectedToIam', 'isConnectedToKeySystem', 'hasKeyPlan'];

const superAdminOffers: readonly Offer[] = [
  { name: 'connections', to: '/connection-manager', needs: [] },
  { name: 'createKeyPlan', to: '/keys/key-plans', needs: ['isConnectedToIam'] },
  { name: 'generator', to: '/keyplan-ai/create', needs: ['isConnectedToIam'] },
  { name: 'subAdmins', to: '/admin/sub-admins', needs: everything },
  { name: 'locations', to: '/keys/locations', needs: everything },
  { name: 'activation', to: '/admin/activation', needs: everything },
  { name: 'reports', to: '/keys/reports', needs: everything },
];

const generalOffers: readonly Offer[] = [
  { name: 'assign', to: '/keys/manage', needs: everything },
  { name: 'request', to: '/keys/request', needs: everything },
  { name: 'cylinders', to: '/cylinders', needs: everything },
  { name: 'audits', to: '/audits/user', needs: everything },
];

export type Missing = 'needIam' | 'needKeySystem' | 'needKeyPlan';

export type Dashboard = { superAdmin: Card[]; general: Card[]; missing: Missing | undefined };

/** The cards somebody sees, in order, and the one thing to do next while some are missing. */
export function dashboardOf(role: Role, flags: Flags): Dashboard {
  const isOpen = (offer: Offer) => offer.needs.every((need) => flags[need]);
  return {
    superAdmin: role === 'superadmin' ? superAdminOffers.filter(isOpen).map((offer) => cardOf(offer, flags)) : [],
    general: generalOffers.filter(isOpen).map((offer) => cardOf(offer, flags)),
    missing: missingOf(flags),
  };
}

function cardOf({ name, to }: Offer, flags: Flags): Card {
  return { name: name === 'createKeyPlan' && flags.hasKeyPlan ? 'keyPlans' : name, to };
}

function missingOf(flags: Flags): Missing | undefined {
  if (!flags.isConnectedToIam) return 'needIam';
  if (!flags.isConnectedToKeySystem) return 'needKeySystem';
  return flags.hasKeyPlan ? undefined : 'needKeyPlan';
}
