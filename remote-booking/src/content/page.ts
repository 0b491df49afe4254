export const page = {
  back: "Retour à l'accueil",
  title: 'Réserver vos sessions',
  intro: 'Choisissez des dates disponibles pour vos formations en automatisation immobilière',
  request:
    'Ce formulaire est une demande\u00a0: il n’entraîne aucun paiement et ne vaut pas contrat. La réservation devient définitive après signature de la convention ou du contrat de formation.',
  next: {
    title: 'Et ensuite\u202f?',
    steps: [
      {
        title: 'La date confirmée',
        text: 'Nous lisons votre demande et vous répondons dès que possible\u00a0: votre date est confirmée, ou nous en cherchons une autre avec vous.',
      },
      {
        title: 'La convention ou le contrat signé',
        text: 'Vous recevez la convention ou le contrat de formation. Votre signature rend la réservation définitive\u202f; rien ne se paie sur ce site.',
      },
      {
        title: 'Votre journée',
        text: 'Huit heures à distance, seul avec le formateur, pour construire en direct vos trois automatisations.',
      },
    ],
  },
  help: {
    title: 'Besoin d’aide\u202f?',
    text: 'Une hésitation sur une date, le matériel ou le financement\u00a0: écrivez-nous, nous vous répondons dès que possible.',
    link: 'Contacter le support',
  },
} as const;
