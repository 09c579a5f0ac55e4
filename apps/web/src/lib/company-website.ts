/** Where the footer of every screen leads. */
export const companyWebsite = 'https://key2xs.example/';
