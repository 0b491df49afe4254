export const funding = {
  title: 'Demande de prise en charge – Étapes à suivre',
  intro:
    'Prise en charge possible jusqu’à 100 % du coût, selon les critères et plafonds de votre fonds et sous réserve de son accord.',
  profilesTitle: 'Deux situations, deux parcours',
  profiles: [
    {
      name: 'Agent indépendant',
      path: 'Étapes 1 à 4',
      text: 'Vous êtes affilié à un fonds de formation : suivez les quatre étapes, dans l’ordre.',
      detail: 'Votre fonds est celui qui figure sur votre attestation CFP : le plus souvent l’AGEFICE ou le FIF PL.',
    },
    {
      name: 'Agent en portage salarial',
      path: 'Étape 1 seulement',
      text: 'En portage salarial, faites uniquement la pré-inscription.',
      detail: 'Votre société de portage dépose la demande auprès de son OPCO.',
    },
  ],
  stepsTitle: 'Les étapes',
  progress: { label: 'Avancement de votre dossier', value: (done: number, all: number) => `${done} sur ${all}` },
  order: {
    title: 'Important : respectez l’ordre des étapes',
    text: 'Chaque étape prépare la suivante : n’envoyez vos documents qu’après la pré-inscription.',
  },
  contact: {
    title: 'Une question sur votre dossier ?',
    text: 'Dites-nous où vous en êtes, nous vous répondons dès que possible.',
    labels: { email: 'E-mail :', phone: 'Téléphone :' },
    action: 'Nous contacter',
  },
} as const;
