export const words = {
  close: 'Fermer',
  required: 'obligatoire',
  retry: 'Réessayer',
  notices: 'Messages',
} as const;
