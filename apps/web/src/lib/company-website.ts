/** The footer's link, set at build time. Undefined means no link. */
export const companyWebsite = (): string | undefined => import.meta.env.VITE_COMPANY_WEBSITE || undefined;
