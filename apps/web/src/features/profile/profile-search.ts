import { z } from 'zod';

export const profileTabs = ['profile', 'settings'] as const;

export const profileSearch = z.object({ tab: z.enum(profileTabs).default('profile') });
