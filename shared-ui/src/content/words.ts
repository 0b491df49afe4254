export const words = { close: 'Fermer', required: 'obligatoire', notices: 'Messages' } as const;
