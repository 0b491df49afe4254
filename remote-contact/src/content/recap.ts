export const recap = {
  prenom: 'Prénom',
  nom: 'Nom',
  email: 'E-mail',
  telephone: 'Téléphone',
  message: 'Votre message',
  funding: { label: 'Financement AGEFICE', wanted: 'Souhaité', unwanted: 'Non demandé' },
} as const;
