/** Kinds of identity source. */
export const providers = { csv: 'Staff list (CSV)', entra_id: 'Microsoft Entra ID' };
