export const recap = {
  dates: (count: number) => (count === 1 ? 'Date demandée' : `${count} dates demandées`),
  name: 'Nom complet',
  email: 'E-mail',
  phone: 'Téléphone',
  funding: { label: 'Financement AGEFICE', wanted: 'Souhaité', unwanted: 'Non demandé' },
} as const;
