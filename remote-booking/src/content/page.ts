export const page = {
  back: "Retour à l'accueil",
  title: 'Réserver vos sessions',
  intro: 'Choisissez des dates disponibles pour vos formations en automatisation immobilière',
  request:
    'Ce formulaire est une demande\u00a0: il n’entraîne aucun paiement et ne vaut pas contrat. La réservation devient définitive après signature de la convention ou du contrat de formation.',
  help: {
    title: 'Besoin d’aide\u202f?',
    text: 'Une hésitation sur une date, le matériel ou le financement\u00a0: écrivez-nous, nous vous répondons dès que possible.',
    link: 'Contacter le support',
  },
} as const;
