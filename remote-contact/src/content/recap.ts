export const recap = {
  title: 'Ce que vous avez envoyé',
  prenom: 'Prénom',
  nom: 'Nom',
  email: 'E-mail',
  telephone: 'Téléphone',
  message: 'Votre message',
  funding: { label: 'Financement AGEFICE', wanted: 'Souhaité', unwanted: 'Non demandé' },
  hold: 'Le retour attend tant que vous êtes sur ce récapitulatif.',
  stay: 'Rester ici',
  home: 'Revenir à l’accueil',
} as const;
