/** The company's website, set at build time. */
export const companyWebsite = (): string | undefined => import.meta.env.VITE_COMPANY_WEBSITE || undefined;
