/** Where the footer of every screen leads, as the build was told. Undefined: nowhere, rather than to somebody else's address. */
export const companyWebsite = (): string | undefined => import.meta.env.VITE_COMPANY_WEBSITE || undefined;
