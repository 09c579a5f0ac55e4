/** Microsoft Entra ID as a kind of identity source, and how the wizard offers it. */
export const entraId = {
  name: 'Microsoft Entra ID',
  offer: {
    name: 'Microsoft Entra ID',
    text: 'Your Microsoft directory (Azure AD, Microsoft 365). Changes arrive automatically.',
  },
};
